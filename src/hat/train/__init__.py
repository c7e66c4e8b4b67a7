"""Training stages: trajectories, HSA-SFT, general on-policy distillation, HSA-RL and export."""
