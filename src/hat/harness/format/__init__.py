"""The files of a harness folder: one module a kind, each with `parse_*` (text to value) and `format_*` (value to text)."""
