"""d"""

CHECKS = {}
