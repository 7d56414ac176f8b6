"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""
