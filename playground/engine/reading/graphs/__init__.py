"""Files of graphs: one module a family of forms, and `graph_file`, what each of them gives.

`playground.engine.reading.graph` tells the form by the content. Readers are the house's own: they hold what the panel
uses (nodes, names, ends) and step over the rest, so that an attribute of no use never costs the graph.
"""
