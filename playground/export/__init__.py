"""What leaves the program as files for other programs: tables, arrays, pictures."""
