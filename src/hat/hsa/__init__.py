"""Harness-state augmentation (HSA): variants of a harness that mean the same, or slightly other, things.

A variant comes with the mapping of its names, so that what was recorded under the original can be read, or remapped,
under the variant. Every rename is reference-true: see `hat.harness.renaming.mentions`.
"""

from hat.harness.renaming.mapping import NameMapping
from hat.hsa.remap import remap
from hat.hsa.sampler import ALL_DIMENSIONS, TEST_FAMILIES, TRAIN_FAMILIES, make_variant
from hat.hsa.variant import Variant, load_variant, save_variant

__all__ = [
    "ALL_DIMENSIONS",
    "TEST_FAMILIES",
    "TRAIN_FAMILIES",
    "NameMapping",
    "Variant",
    "load_variant",
    "make_variant",
    "remap",
    "save_variant",
]
