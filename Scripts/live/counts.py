"""Counts with their nouns."""


def counted(number: int, noun: str) -> str:
    """The number and the noun, which is regular: 1 batch, 2,000 batches, 0 retries."""
    if number == 1:
        return f"1 {noun}"
    stem = noun[:-1] + "ie" if noun[-1] == "y" else noun + "e" if noun.endswith(("ch", "sh", "s")) else noun
    return f"{number:,} {stem}s"
