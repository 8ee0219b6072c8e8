"""Random words by counter: every word of every stream can be had without those before it.

Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
SC 2011) turns a counter of 128 bits and a key of 64 into four words of 32 bits.  The key is
the seed; the upper half of the counter is the stream, a job and a chunk of it; the lower half
numbers the blocks.  Streams can't overlap, and no state has to be kept or handed on.
"""

import numpy as np

from pokersim.kernels.jit import bit_length, kernel

_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_1 = np.uint64(1)

N_ROUNDS = 10

DRAW_BITS = 58
"""A bounded draw uses so many bits of a word: times a deck of 56 they still fit into 64."""

_0 = np.uint64(0)
_SPARE = np.uint64(64 - DRAW_BITS)
_SHIFT = np.uint64(DRAW_BITS)
_REST = np.uint64((1 << DRAW_BITS) - 1)
_RANGE = np.uint64(1 << DRAW_BITS)
_SMALL = np.uint64(64)


@kernel
def fill_words(
    seed: np.uint64, job: np.uint64, chunk: np.uint64, first_block: np.uint64, words: np.ndarray
) -> None:
    """Fill ``uint64[2 * k]`` with the words of ``k`` blocks of a stream.

    Parameters
    ----------
    seed
        ``uint64`` key.
    job, chunk
        ``uint64`` below 2**32: which stream.
    first_block
        ``uint64``: the block that the first two words come from.
    words
        ``uint64[2 * k]``, written.
    """
    for i in range(len(words) // 2):
        words[2 * i], words[2 * i + 1] = words_of(seed, job, chunk, first_block + np.uint64(i))


@kernel
def words_of(
    seed: np.uint64, job: np.uint64, chunk: np.uint64, block: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Return the two words of a block of a stream, ``uint64`` all; see :func:`fill_words`."""
    c0 = block & _LOW
    c1 = block >> _32
    c2 = chunk
    c3 = job
    k0 = seed & _LOW
    k1 = seed >> _32
    for _ in range(N_ROUNDS):
        p0 = c0 * _M0
        p1 = c2 * _M1
        c0 = (p1 >> _32) ^ c1 ^ k0
        c1 = p1 & _LOW
        c2 = (p0 >> _32) ^ c3 ^ k1
        c3 = p0 & _LOW
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    return c0 | (c1 << _32), c2 | (c3 << _32)


@kernel
def draw_below(size: np.uint64, word: np.uint64) -> np.int64:
    """Return a number below ``size``, all equally likely, or a negative one: draw again."""
    product = (word >> _SPARE) * size if size < _SMALL else _0
    if size < _SMALL:
        rest = product & _REST
        if rest < size and rest < _RANGE % size:  # the first is quick, and seldom so
            return np.int64(-1)
        return np.int64(product >> _SHIFT)
    # More choices than the word has room for above them: the top bits, drawn again if too high.
    number = word >> np.uint64(64 - bit_length(size - _1))
    return np.int64(number) if number < size else np.int64(-(2**62))
