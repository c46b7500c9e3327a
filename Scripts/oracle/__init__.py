"""An independent implementation of LaughTrack's rules, to compare the tools with.

It is written from the rules alone, not from the Swift sources, for small inputs and as plainly as
possible. `Scripts/check-oracles` compares the tools with it.
"""
