"""What must hold in a harness, one module a subject; each check takes a state and yields findings."""
