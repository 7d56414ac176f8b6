"""Plot specifications as frozen data: figures, plots and layers that name arrays of the frame."""
