"""Streams of random numbers: drawn one by one or in blocks, they are splitmix64 to the last bit."""

from __future__ import annotations

from itertools import islice

import pytest

from rulewright.python.runtime import Random, splitmix64, splitmix64_block


@pytest.mark.parametrize("size", [1, 2, 8, 64, 100])
@pytest.mark.parametrize("seed", [0, 1, (1 << 64) - 1, 0x9E3779B97F4A7C15, 123456789])
def test_a_block_is_what_follows_one_by_one(seed: int, size: int) -> None:
    state, wanted = seed, []
    for _ in range(size):
        state, bits = splitmix64(state)
        wanted.append(bits >> 32)
    assert list(splitmix64_block(seed, size)) == wanted


def test_numbers_are_what_below_gives() -> None:
    first, second = Random(5), Random(5)
    assert [first.below(1000) for _ in range(300)] == [
        number * 1000 >> 32 for number in islice(second.numbers(), 300)
    ]


def test_a_stream_goes_on_from_where_it_stands() -> None:
    stream = Random(6)
    state = stream.state
    for draws in range(100):
        other = Random(0)
        other.state = stream.state
        assert other.state == stream.state == state
        assert [other.below(99) for _ in range(5)] == [_at(state, i) * 99 >> 32 for i in range(5)], draws
        stream.below(7)
        state = splitmix64(state)[0]


def _at(state: int, index: int) -> int:
    for _ in range(index):
        state = splitmix64(state)[0]
    return splitmix64(state)[1] >> 32
