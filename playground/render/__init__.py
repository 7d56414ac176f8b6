"""The painters: pyqtgraph behind one adapter, tokens, fonts, formulas, and headless stills."""
