"""A corpus of malformed queries, the same every time. Each kind is wrong by the way it is made."""

from random import Random

GOOD = (
    "6S S6 L3",
    "6S with Luck 3",
    "4P unlucky, Perception 4, Luck 2",
    "5P P4 L2 +2 dice",
    "Evade A4 L2",
    "6S S6 L3 reroll 2",
    "2E Endurance 5 Luck 1 Lucky Break",
    "Confusion I4 L2",
)
CONSONANTS = "bdfghjkmnqrtvwz"  # no word of a query has no vowel and more than three letters
LETTERS = {"S": "Strength", "P": "Perception", "E": "Endurance", "C": "Charisma", "I": "Intelligence", "A": "Agility"}
MISSPELT = "lukc strenght percepton endurence unluky rerol luckky brek cloverr meltdwn confuson evaed bonuss"
EACH = 24


def between(rng, text, more):
    """The text with something put between two of its words, or at an end."""
    words = text.split(" ")
    words.insert(rng.randint(0, len(words)), more)
    return " ".join(words)


def within(rng, text, more):
    """The text with something put anywhere."""
    at = rng.randint(0, len(text))
    return text[:at] + more + text[at:]


def two(rng, least, most):
    """Two different whole numbers."""
    return rng.sample(range(least, most + 1), 2)


def stat(rng):
    """A statistic but Luck, and one of the ways to write its value."""
    letter = rng.choice(list(LETTERS))
    return letter, rng.choice([letter, f"{LETTERS[letter]} ", f"{letter}=", f"{LETTERS[letter]}: ", f"{letter} "])


def unknown_word(rng):
    return between(rng, rng.choice(GOOD), "".join(rng.choices(CONSONANTS, k=rng.randint(4, 30))))


def misspelt_word(rng):
    return between(rng, "6S S6 L3", rng.choice(MISSPELT.split()))


def unknown_sign(rng):
    return within(rng, rng.choice(GOOD), rng.choice("@$#~^`\\€§→😀日½"))


def control_character(rng):
    return within(rng, rng.choice(GOOD), rng.choice("\0\x01\x07\x08\x1b\x7f\x9f\ud800\udcff"))


def statistic_twice(rng):
    letter, word = stat(rng)
    one, other = two(rng, 0, 20)
    return f"4{letter} {letter}{one} L2 {word}{other}"


def luck_twice(rng):
    one, other = two(rng, 0, 60)
    return f"6S S6 L{one} {rng.choice(['L', 'Luck ', 'luck=', 'Lck '])}{other}"


def bonus_twice(rng):
    one, other = two(rng, 0, 50)
    return f"6S S6 L3 bonus {one} {rng.choice(['bonus ', '+', 'extra dice '])}{other}"


def rerolls_twice(rng):
    one, other = two(rng, 0, 60)
    return f"6S reroll {one} {rng.choice([f'reroll {other}', f'{other} rerolls', f're-rolls: {other}'])}"


def goal_twice(rng):
    one, other = two(rng, 0, 180)
    return f"6S >={one} {rng.choice([f'>={other}', f'at least {other} hits', f'{other}+ hits', f'{other} or more'])}"


def pool_twice(rng):
    one, other = two(rng, 1, 60)
    return f"{one}S S6 {rng.choice([f'{other} dice', f'pool {other}', f'pool size {other}'])}"


def two_tests(rng):
    one, other = two(rng, 1, 60)
    first, second = rng.sample(("Evade", "Confusion", "Meltdown", "Shrug", "Drag", "Charm"), 2)
    return rng.choice(
        [
            f"{one}S {other}S",
            f"{one}S, {one}P S6",
            f"{first} {second}",
            f"{first} Test (2E) and {second} Test",
            "6S Evade Drag",
        ]
    )


def unused_statistic(rng):
    letter, word = stat(rng)
    needed = rng.choice([other for other in "SPECIAL" if other != letter])
    return f"{rng.randint(1, 9)}{needed} {word}{rng.randint(0, 20)}" + f" {needed}4" * rng.randint(0, 1)


def pool_out_of_range(rng):
    pool = rng.choice([0, 61, 62, 100, rng.randint(61, 10**6), 10 ** rng.randint(3, 300)])
    return rng.choice(
        [f"{pool}S S6 L3", f"Attack Test ({pool}P)", f"Evade ({pool}A)", f"{pool} dice Strength 6", f"{pool} S"]
    )


def value_out_of_range(rng):
    letter, word = stat(rng)
    return f"3{letter} {word}{rng.choice([21, 22, 99, rng.randint(21, 10**6), 10 ** rng.randint(3, 300)])}"


def luck_out_of_range(rng):
    luck = rng.choice([61, 62, 99, rng.randint(61, 10**6), 10 ** rng.randint(3, 300)])
    return rng.choice(
        [f"6S S6 L{luck}", f"6S Luck {luck}", f"6S/6/{luck}", f"4L L{rng.randint(21, 60)}", f"Luck Test L{luck}"]
    )


def other_out_of_range(rng):
    return rng.choice(["6S +{}", "6S bonus {}", "6S reroll {}", "6S {} rerolls", "6S {} bonus dice"]).format(
        rng.choice([61, 100, rng.randint(61, 10**9)])
    )


def too_many_dice(rng):
    pool = rng.randint(2, 60)
    return f"{pool}S S6 L3 +{rng.randint(61 - pool, 59)} dice"


def negative(rng):
    number = rng.choice([-1, -2, -rng.randint(1, 10**6)])
    return rng.choice(["{}S", "6S L{}", "6S S6 Luck {}", "6S S={}", "6S +{} dice", "6S reroll {}", "6S >={}"]).format(
        number
    )


def fraction(rng):
    number = rng.choice([f"{rng.randint(0, 9)}.{rng.randint(0, 99)}", f"{rng.randint(1, 9)}/{rng.randint(2, 9)}"])
    return rng.choice(["{} dice Strength", "6S L{}", "6S S6 Luck {}", "6S S={}", "6S +{} dice", "6S reroll {}"]).format(
        number
    )


def other_digits(rng):
    digit = rng.choice("٣۶६๖⑥Ⅵ⁶₆½六")
    return rng.choice(["6S S{}", "6S L{}", "6S Luck {}", "{}S S6", "6S S6{}", "6S +{} dice", "6S reroll {}"]).format(
        digit
    )


def taken_away(rng):
    words = ("-{}", "-{} die", "−{} dice", "minus {}", "{} dice less", "–{}")
    return f"6S S6 L3 {rng.choice(words).format(rng.randint(1, 5))}"


def missing_number(rng):
    words = (
        "reroll|re-roll|rerolls|bonus|bonus dice|+|plus|>=|at least|pool|extra dice|S|Strength|Luck|L|P|agility|Luck ="
    )
    return f"{rng.choice(['6S S6 L3', '6S', '4P P4'])} {rng.choice(words.split('|'))}"


def lone_number(rng):
    return f"{rng.choice(GOOD)} {rng.randint(0, 10**6)}"


def wrong_letter(rng):
    letter = rng.choice("BDFGHJKMNOQRTUVWXYZ")
    return f"{rng.randint(1, 60)}{rng.choice([letter, letter.lower()])} L3"


def no_test(rng):
    return rng.choice(
        ["S6 L3", "Luck 3", "unlucky", "+2 dice", "Lucky Break", "Strength 6", "NW2024", "6 dice", "with"]
    ) + (" " * rng.randint(0, 3))


def nothing(rng):
    return "".join(rng.choices(" \t\n\r\u00a0\u200b\u3000", k=rng.randint(0, 9)))


def only_punctuation(rng):
    return "".join(rng.choices(",;:.!?()[]{}'\"-–—/&*=+<>", k=rng.randint(1, 12)))


def open_bracket(rng):
    return within(rng, rng.choice(GOOD), rng.choice("()[]"))


def crossed_brackets(rng):
    return rng.choice(
        ["6S ([S6) L3]", "6S )S6( L3", "(6S S6]", "((6S) S6", "6S (S6)) L3", "[6S) L3"]
    ) + " " * rng.randint(0, 2)


def unknown_edition(rng):
    name = "".join(rng.choices(CONSONANTS, k=3)) + str(rng.randint(1900, 2100))
    return f"{rng.choice(GOOD)} edition {rng.choice([name, name.upper(), 'NW2025', 'ERR2026', 'CORE', ''])}"


def unknown_rule(rng):
    name, value = rng.choice(
        [
            ("luck-dise", "printed"),
            ("luckdice", "printed"),
            ("luck", "printed"),
            ("all-duds", "yes"),
            ("luck-dice", "one"),
            ("four-leaf-clover", "two"),
            ("luck-dice", ""),
            ("", "printed"),
            ("", ""),
        ]
    )
    return f"{rng.choice(GOOD)} rule {name}{'=' * rng.randint(0, 1) or ' '}{value}"


def unknown_name(rng):
    name = rng.choice(["Climb", "Jump", "Hide", "Sneak", "Lockpick", "Persuade", "Repair", "Swim"])
    return f"{name} Test ({rng.randint(1, 6)}{rng.choice('SPECIAL')})"


def wrong_occasion(rng):
    return rng.choice(
        ["Confusion (scenario)", "Drag (Wayfinder)", "scenario", "6S Wayfinder", "Evade (scenario) 3A"]
    ) + (" L2" * rng.randint(0, 1))


def other_comparison(rng):
    return f"6S S6 L3 {rng.choice(['>', '<', '<=', '==', '!=', '<>'])}{' ' * rng.randint(0, 1)}{rng.randint(0, 9)}"


def added_to_a_statistic(rng):
    return f"6S S6 L3 +{rng.randint(1, 5)} {rng.choice(['Luck', 'luck', 'Strength', 'S', 'L', 'Agility', 'end'])}"


def too_long(rng):
    piece = rng.choice(["x", "6S ", "(", "9", "\0", " ", "reroll ", "日", "+1 ", "\u0301"])
    return f"6S {piece * (100_000 // len(piece))}"


def no_policy(rng):
    return f"{rng.choice(GOOD)} policy {rng.choice(['', 'best', 'optimally', 'standard-dice-first', '3'])}"


KINDS = (
    *(unknown_word, misspelt_word, unknown_sign, control_character, statistic_twice, luck_twice, bonus_twice),
    *(rerolls_twice, goal_twice, pool_twice, two_tests, unused_statistic, pool_out_of_range, value_out_of_range),
    *(
        luck_out_of_range,
        other_out_of_range,
        too_many_dice,
        negative,
        fraction,
        other_digits,
        taken_away,
        missing_number,
        lone_number,
    ),
    *(wrong_letter, no_test, nothing, only_punctuation, open_bracket, crossed_brackets, unknown_edition, unknown_rule),
    *(unknown_name, wrong_occasion, other_comparison, added_to_a_statistic, too_long, no_policy),
)


def corpus(kind):
    """Queries of one kind, the same every time."""
    rng = Random(kind.__name__)
    return list(dict.fromkeys(kind(rng) for _ in range(EACH)))


CORPUS = [text for kind in KINDS for text in corpus(kind)]
