"""One command a night: fetch an export, check it, rank it, publish the ranking, write metrics."""
