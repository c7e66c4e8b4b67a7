"""The model registry: runs, model versions, and the aliases that say which version serves."""
