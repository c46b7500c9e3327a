"""Seeded exports and dumps. Each field of each record draws from (seed, field, index) alone, so
that a field or a record more re-rolls none of the others."""
