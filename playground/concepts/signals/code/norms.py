"""Batch norm and layer norm of two batches with one example."""


def norms(first, second):
    """Row 0 of both batches (members, features) is the example."""
    answers = []
    for z in (first, second):
        mean = z.mean(0, keepdim=True)
        variance = z.var(0, keepdim=True, correction=0)
        by_batch = (z - mean) / (variance + 1e-5).sqrt()
        mean = z.mean(1, keepdim=True)
        variance = z.var(1, keepdim=True, correction=0)
        by_layer = (z - mean) / (variance + 1e-5).sqrt()
        answers.append((by_batch[0], by_layer[0]))
    answer_1 = answers[0][0]
    answer_2 = answers[1][0]
    moved_batch = (answer_2 - answer_1).norm()
    moved_layer = (answers[1][1] - answers[0][1]).norm()
    return answer_1, answer_2, moved_batch, moved_layer
