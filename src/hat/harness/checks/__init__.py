"""What must hold in a harness, one module a subject; each check yields flaws."""
