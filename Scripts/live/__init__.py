"""What goes into the live database, or comes out of it, through Google's own clients."""
