"""How long tests wait for a condition before they fail: a loaded machine takes long to start a process.

A wait ends as soon as its condition holds, so a long patience costs nothing where the product works.
"""

SECONDS = 90.0
MS = int(1000 * SECONDS)
