"""What `Scripts/benchmark` is made of: inputs, peers, measuring, rows and their goals, reports."""
