"""One agent loop for trajectories, rollouts, evaluation and production."""
