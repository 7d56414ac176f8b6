"""Small dense nets with hand-written gradients: numpy, batched over starts."""
