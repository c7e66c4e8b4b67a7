"""The micro base: a small Qwen3.5-family model that HAT trains from scratch and ships, with its tokenizer."""
