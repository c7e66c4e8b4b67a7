"""Viewer-level A/B: who sees which arm, what happened, and whether the candidate may be promoted."""
