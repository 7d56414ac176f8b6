"""Reading files that a user opens: tables, pictures, graphs and weights, each by one reader that every panel uses.

A reader gives what the file says or raises one `BadInput` that names the file, the row and the column, and what was
expected. Nothing in a file is ever executed, and sizes are limited before anything is unpacked. No Qt; torch only in
`weights`.
"""
