"""What is installed of the tools, and how it is built."""
