"""The rules of LaughTrack, stated a second time.

Nothing here was taken from the Swift sources: it is written from the rules alone, for small
inputs, as plainly as possible, so that `Scripts/check-oracles` can hold the tools against it.
"""
