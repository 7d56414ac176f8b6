"""d"""
CHECKS = {}
