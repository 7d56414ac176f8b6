CODES = ()
WITHOUT = ()
