"""The end of a tile, compiled: which lanes count, and how many of them show what."""

from numba import int64, njit, uint64

from odds.core.lanes.instructions import W, at, wide_registers
from odds.core.lanes.layout import LIVE


@njit(forceinline=True)
def ones(x):
    """Bits set in a word; LLVM knows these lines as one instruction."""
    x = x - ((x >> uint64(1)) & uint64(0x5555555555555555))
    x = (x & uint64(0x3333333333333333)) + ((x >> uint64(2)) & uint64(0x3333333333333333))
    x = (x + (x >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F)
    return (x * uint64(0x0101010101010101)) >> uint64(56)


@njit
def keep_first(S, quota):
    """Drops every live lane after the first `quota`."""
    wide_registers()
    for i in range(W, W + W):
        if quota == 0:
            S[i] = uint64(0)
        n = int64(ones(S[i]))
        lane = uint64(1) << uint64(63)
        while n > quota:  # in one word at most
            if S[i] & lane:
                S[i] ^= lane
                n -= 1
            lane >>= uint64(1)
        quota -= n


@njit
def part(S, r, a, b, fb):
    """r = a & b; is any lane in it?"""
    wide_registers()
    some = uint64(0)
    for i in range(W):
        k = S[a + i] & (S[b + i] ^ fb)
        S[r + i] = k
        some |= k
    return some != uint64(0)


@njit
def eight(S, a, b, fb, p, q, t, H):
    """H[v] = lanes of a & b where planes t q p spell v = 0..7.

    Counting where planes are set and taking differences needs fewer instructions than eight disjoint masks.
    """
    wide_registers()
    o = uint64(0)
    n = o
    nx = o
    ny = o
    nz = o
    nxy = o
    nxz = o
    nyz = o
    nxyz = o
    for i in range(W):
        k = S[a + i] & (S[b + i] ^ fb)
        x, y, z = S[p + i], S[q + i], S[t + i]
        xy = k & x & y
        n += ones(k)
        nx += ones(k & x)
        ny += ones(k & y)
        nz += ones(k & z)
        nxy += ones(xy)
        nxz += ones(k & x & z)
        nyz += ones(k & y & z)
        nxyz += ones(xy & z)
    H[7] = nxyz
    H[6] = nyz - nxyz
    H[5] = nxz - nxyz
    H[3] = nxy - nxyz
    H[4] = nz - nxz - H[6]
    H[2] = ny - nxy - H[6]
    H[1] = nx - nxy - H[5]
    H[0] = n - nx - H[2] - nz + nxz


@njit
def tally(S, planes, spare, H, counts):
    """counts[v] += live lanes whose planes (lowest first) spell v; returns how many lanes that was.

    Split by the top plane, then the next; leave what has no lane; count the last three planes in one pass.
    """
    wide_registers()
    splits = len(planes) - 4  # rows spare.. hold the lanes still in after each split
    total = int64(0)
    negated = 0
    for d in range(len(planes)):
        negated |= (planes[d] & 1) << d
    v = 0  # what planes 3.. spell
    depth = 0  # splits that still hold from the v before
    while v < 1 << (splits + 1):
        some = True
        while depth < splits and some:
            bit = splits - depth
            above = uint64(LIVE if depth == 0 else spare + depth - 1) * W
            some = part(S, uint64(spare + depth) * W, above, at(planes[3 + bit]), uint64(v >> bit & 1) - uint64(1))
            depth += 1
        if some:
            lanes = uint64(LIVE if depth == 0 else spare + depth - 1) * W
            eight(S, lanes, at(planes[3]), uint64(v & 1) - uint64(1), at(planes[0]), at(planes[1]), at(planes[2]), H)
            for k in range(8):
                counts[(8 * v + k) ^ negated] += int64(H[k])
                total += int64(H[k])
            v += 1
        else:
            v += 1 << (splits + 1 - depth)  # v's low bits are 0 here: nothing below
        depth = splits
        while depth > 0 and v >> (splits + 1 - depth) << (splits + 1 - depth) == v:
            depth -= 1
    return total
