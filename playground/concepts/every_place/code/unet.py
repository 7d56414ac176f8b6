"""U-Net: down to what is there, up to where, and bridges between."""

import torch


def unet(x, mask, W, b, skips):
    """The probability of blob at every pixel, and the overlap.

    x: the picture, (side, side). mask: its blobs, 0 or 1.
    W, b: kernels and biases: two layers down, the bottom, two layers
    up, and the output. skips: whether the bridges are there.
    """
    a = (x - 0.5)[None, None]
    down_1 = torch.conv2d(a, W[0], b[0], padding=1).relu()
    halved = torch.max_pool2d(down_1, 2)
    down_2 = torch.conv2d(halved, W[1], b[1], padding=1).relu()
    quartered = torch.max_pool2d(down_2, 2)
    bottom = torch.conv2d(quartered, W[2], b[2], padding=1).relu()
    wide = bottom.repeat_interleave(2, 2).repeat_interleave(2, 3)
    if skips:
        wide = torch.cat([wide, down_2], 1)
    up_1 = torch.conv2d(wide, W[3], b[3], padding=1).relu()
    wide = up_1.repeat_interleave(2, 2).repeat_interleave(2, 3)
    if skips:
        wide = torch.cat([wide, down_1], 1)
    up_2 = torch.conv2d(wide, W[4], b[4], padding=1).relu()
    z = torch.conv2d(up_2, W[5], b[5])[0, 0]
    p = z.sigmoid()
    # Overlap over union of the pixels.
    found, true = z > 0, mask > 0.5
    both = int((found & true).sum())
    either = int((found | true).sum())
    iou = both / either if either else 1.0
    return p, iou
