"""The files of a harness folder, one module a kind: `parse_*` reads a value from text, `format_*` writes it."""
