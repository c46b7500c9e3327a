"""Seeded exports and dumps. Each field of each record draws from (seed, field, index) alone, so that
adding a field or a record changes no other."""
