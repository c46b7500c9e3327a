"""The fault campaign: injected faults, and the checks after them."""
