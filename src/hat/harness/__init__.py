"""The harness as data: skills, tools, prompt blocks, hooks and limits, content-addressed."""
