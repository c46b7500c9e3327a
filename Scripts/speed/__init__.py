"""What `Scripts/benchmark` is made of: inputs, peers, measuring, rows with their goals, and reports."""
