r"""Bit lanes: millions of trials side by side, one bit each.

This page is for someone who has never seen the idea.

A word of bits is a row of trials
    Take 64 people, each about to roll one die. Write down who hits: a 1 for a Hit, a 0 for a Dud. That is one word
    of 64 bits, and person k owns bit k of *every* word: that column is a *lane*, a lane is a trial::

                  lane  7 6 5 4 3 2 1 0
        first die       1 0 0 1 1 0 1 0        lane 1 hit with this die,
        second die      0 1 0 1 0 0 1 1        and with this one,
        both            0 0 0 1 0 0 1 0        so it stands in `first & second`

    One `&` has answered "who hit with both?" for 64 trials at once. The machine works on rows of 256 such words,
    16,384 trials an instruction; the widest registers take 512 of them in one go.

Counting without numbers
    Adding up Hits in every lane is what the adders in a processor do, built here from the same `&` and `^`. Three
    bits a + b + c make a two-digit binary number, low digit `a ^ b ^ c`, high digit `(a & b) | (c & (a ^ b))`::

                  lane  3 2 1 0
        a               1 1 0 0
        b               1 0 1 0
        c               1 1 1 0
        ones            1 0 0 0        lane 3: 1 + 1 + 1 = binary 11
        twos            1 1 1 0        lane 2: 1 + 0 + 1 = binary 10

    So a `Number` is a few rows, its binary digits, and never leaves this shape: `hits >= 4` is a mask made of its
    digits. Only at the very end does the *tally* count, with one population-count instruction for 64 lanes, how many
    lanes show 0, 1, 2, ... Hits.

Dice from coins
    A random word is 64 fair coins, one a lane. A die that hits with probability 1/2 is one word. For 2 in 5, seven
    words spell a code from 0 to 127 in every lane; 125 of the codes are the 5 x 5 x 5 results of three five-sided dice
    (see `decode`), and lanes with one of the last three codes are left out of the count (row LIVE). A d10 is a
    five-sided die and a coin. Nothing is rounded: every die has exactly its probability.

A rule is traced, once
    Rules are written in Python with masks and numbers (`program`). Running the rule computes nothing: it notes down
    instructions, a table of some dozen lines (`code`), which the machine then runs for every tile of trials: compiled
    (`machine`) or in numpy (`vector`), with the same counts. A new rule needs no compiler and costs a millisecond.

What a rule cannot do
    All lanes do the same. There is no `if` about what a lane shows and no early exit: both ways are worked out and
    `mask.pick(yes, no)` chooses, lane by lane. A loop has a fixed number of rounds; lanes that are done sit it out.

The instructions
    ======  =====================================================================================
    AND     r = a & b
    XOR     r = a ^ b
    PICK    r = b where a, else c
    ADD     ones and twos of a + b + c
    DROP    lanes of a are no trials
    draws   COINS, COIN, and three masks or one of 1/5, 2/5, 1/10, 3/10 (`layout`)
    ======  =====================================================================================

    Every operand can be read complemented, so NOT costs nothing and 6 in 10 is 4 in 10 complemented.

A small one, from rule to counts:

>>> from odds.core.lanes.code import compile_code
>>> from odds.core.lanes.program import Bag, Program
>>> p = Program()
>>> hits = p.dice(4, 5, "pool")                      # four dice that hit on 5 of 10 faces
>>> code = compile_code(p, {"hits": [Bag(hits)]}, ["hits"])
>>> len(code.table), code.words                      # instructions, random words a generator
(5, 4)
"""
