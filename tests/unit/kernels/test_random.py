"""Streams of random words: the published known answers, and a Philox written from the paper."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokersim.kernels.random import fill_words

MASK32 = 2**32 - 1
words_of_32 = st.integers(0, MASK32)
words_of_64 = st.integers(0, 2**64 - 1)

# (counter, key, output) of Philox4x32 with ten rounds, as its authors publish them.
KNOWN_ANSWERS = {
    "zeros": ("00000000 " * 4, "00000000 " * 2, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    "ones": ("ffffffff " * 4, "ffffffff " * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    "pi": (
        "243f6a88 85a308d3 13198a2e 03707344",
        "a4093822 299f31d0",
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
}

# Results of runs rest on these words: a change of them is a change of every count.
PINNED_STREAM = (20_261_231, 7, 42)
PINNED_WORDS = (
    0xFB998AD587BC910D,
    0xEDBB8706E0C27009,
    0x400A9C333EF4DEDD,
    0x2F7786EC38CF6CF3,
    0xBA852EEE5628CFB2,
    0x878A6856F5D9EB04,
    0xB05A0F98EA024D0F,
    0x574817E7966C6948,
)


def philox(counter: list[int], key: list[int]) -> list[int]:
    """Turn four words of 32 bits into four others; ten rounds, the key raised after each."""
    for _ in range(10):
        left, right = counter[0] * 0xD2511F53, counter[2] * 0xCD9E8D57
        counter = [
            right // 2**32 ^ counter[1] ^ key[0],
            right % 2**32,
            left // 2**32 ^ counter[3] ^ key[1],
            left % 2**32,
        ]
        key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
    return counter


def slow_words(seed: int, job: int, chunk: int, first_block: int, n_blocks: int) -> list[int]:
    """Give the words of a stream by the plain Philox above."""
    found = []
    for block in range(first_block, first_block + n_blocks):
        a, b, c, d = philox(
            [block % 2**32, block // 2**32, chunk, job], [seed % 2**32, seed // 2**32]
        )
        found += [a + b * 2**32, c + d * 2**32]
    return found


def stream(seed: int, job: int, chunk: int, first_block: int = 0, n_words: int = 8) -> list[int]:
    """Give the words of a stream by the kernel."""
    words = np.zeros(n_words, dtype=np.uint64)
    fill_words(np.uint64(seed), np.uint64(job), np.uint64(chunk), np.uint64(first_block), words)
    return [int(word) for word in words]


@pytest.mark.parametrize("name", KNOWN_ANSWERS)
def test_kernel_gives_the_published_answers(name: str) -> None:
    counter, key, answer = (
        [int(word, 16) for word in text.split()] for text in KNOWN_ANSWERS[name]
    )
    first_block, (chunk, job) = counter[0] | counter[1] << 32, counter[2:]
    first, second = stream(key[0] | key[1] << 32, job, chunk, first_block, n_words=2)
    assert [first & MASK32, first >> 32, second & MASK32, second >> 32] == answer


@pytest.mark.parametrize("name", KNOWN_ANSWERS)
def test_plain_philox_gives_the_published_answers(name: str) -> None:
    counter, key, answer = (
        [int(word, 16) for word in text.split()] for text in KNOWN_ANSWERS[name]
    )
    assert philox(counter, key) == answer


def test_stream_of_a_seed_a_job_and_a_chunk_is_pinned() -> None:
    assert tuple(stream(*PINNED_STREAM)) == PINNED_WORDS


@given(
    seed=words_of_64,
    job=words_of_32,
    chunk=words_of_32,
    first_block=st.integers(0, 2**64 - 4),
    n_blocks=st.integers(0, 4),
)
def test_kernel_agrees_with_the_plain_philox(
    seed: int, job: int, chunk: int, first_block: int, n_blocks: int
) -> None:
    expected = slow_words(seed, job, chunk, first_block, n_blocks)
    assert stream(seed, job, chunk, first_block, 2 * n_blocks) == expected


def test_blocks_can_be_had_without_those_before_them() -> None:
    assert stream(1, 2, 3, first_block=5, n_words=6) == stream(1, 2, 3, n_words=16)[10:]


def test_no_word_comes_twice_in_a_thousand_streams() -> None:
    found = [
        word
        for seed, job, chunk in product(range(10), range(10), range(10))
        for word in stream(seed, job, chunk, n_words=64)
    ]
    assert len(set(found)) == len(found) == 64_000


@given(seed=words_of_64, job=words_of_32, chunk=words_of_32, bit=st.integers(0, 127))
def test_streams_that_differ_in_one_bit_of_their_name_have_no_word_in_common(
    seed: int, job: int, chunk: int, bit: int
) -> None:
    other = (seed | job << 64 | chunk << 96) ^ 1 << bit
    names = (other % 2**64, other >> 64 & MASK32, other >> 96)
    assert not set(stream(seed, job, chunk)) & set(stream(*names))


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_every_bit_is_set_in_half_of_the_words(seed: int) -> None:
    n = 2**16
    words = np.array(stream(seed, 0, 0, n_words=n), dtype=np.uint64)
    n_set = np.array([int((words >> np.uint64(bit) & np.uint64(1)).sum()) for bit in range(64)])
    sigmas = (n_set - n / 2) / (n / 4) ** 0.5
    assert abs(sigmas).max() < 5, sigmas.round(1).tolist()
