"""Points that the user edits: their gestures (`declared`, no torch), their table, and both together (`edits`)."""
