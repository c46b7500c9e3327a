"""Looks at pages in Chromium; part of Scripts/check-pages."""
