"""One refinement of Weisfeiler and Leman: who has which neighbours?"""


def wl(colours, near):
    """New colours, one for each pair of own colour and neighbours'.

    colours: of the nodes. near: the neighbours of each node.
    """
    names = {}
    new = []
    for i, own in enumerate(colours):
        around = sorted(colours[j] for j in near[i])
        signature = (own, tuple(around))
        if signature not in names:
            names[signature] = len(names)
        new.append(names[signature])
    classes = len(names)
    return new, classes
