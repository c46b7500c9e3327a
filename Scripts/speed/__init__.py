"""The parts of `Scripts/benchmark`: inputs, peers, measurement, rows with goals, reports."""
