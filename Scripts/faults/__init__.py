"""What the fault campaign does to the tools, and what it holds them to."""
