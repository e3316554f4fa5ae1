"""Damaged rosters and archives of rosters."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree

from bad_files import LARGEST, ROSTER, SHARE, Bad, cut, dice, kind, no_xml, refused_by, replaced

no_zip = refused_by(
    lambda content: zipfile.ZipFile(io.BytesIO(content)).infolist()[0], zipfile.BadZipFile, EOFError, IndexError
)
HEADS = ("S", "P", "E", "C", "I", "A", "L")


def is_sound(content):
    """Whether a roster is what the documented shape allows, checked without the program."""
    root = ElementTree.fromstring(content)
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
    selections, profiles = list(root.iter("selection")), list(root.iter("profile"))
    sound = root.tag == "roster" and bool(root.get("name")) and root.find("forces/force") is not None
    sound &= all(each.get("name") and each.get("number").isdecimal() for each in selections)
    sound &= all(1 <= int(each.get("number")) <= 99 for each in selections if each.get("number").isdecimal())
    sound &= all(each.get("value").removesuffix(".0").isdecimal() for each in root.iter("cost"))
    for profile in profiles:
        found = {each.get("name"): each.text or "" for each in profile.iter("characteristic")}
        if profile.get("typeName") == "Unit":
            sound &= all(found.get(head) in list("0123456789") for head in HEADS)
            sound &= found.get("Wound") in list("123456789")
        else:
            sound &= kind(found.get("Type")) and dice(found.get("Test"))
    return bool(sound)


#: what is right in the roster, and what no roster may have there
ROSTER_CHANGES = (
    ('<characteristic name="S">6<', '<characteristic name="S">x<'),
    ('<characteristic name="S">6<', '<characteristic name="S">10<'),
    ('<characteristic name="S">6<', '<characteristic name="S">-1<'),
    ('<characteristic name="S">6<', '<characteristic name="S"><'),
    ('<characteristic name="Wound">3<', '<characteristic name="Wound">0<'),
    ('<characteristic name="S">6</characteristic>', ""),
    ('<characteristic name="Wound">3</characteristic>', ""),
    ('<characteristic name="Type">Rifle (14")<', '<characteristic name="Type">Sword<'),
    ('<characteristic name="Type">Rifle (14")<', '<characteristic name="Type">Melee (14")<'),
    ('<characteristic name="Type">Rifle (14")</characteristic>', ""),
    ('<characteristic name="Test">3P<', '<characteristic name="Test">3Q<'),
    ('<characteristic name="Test">3P</characteristic>', ""),
    ('name="Enforcer" number="2"', 'name="Enforcer" number="0"'),
    ('name="Enforcer" number="2"', 'name="Enforcer" number="-2"'),
    ('name="Enforcer" number="2"', 'name="Enforcer" number="many"'),
    ('name="Enforcer" number="2"', 'name="Enforcer" number="100"'),
    ('name="Enforcer" number="2"', 'name="" number="2"'),
    ('value="48.0"', 'value="48.5"'),
    ('value="48.0"', 'value="lots"'),
    ('value="48.0"', 'value="-7"'),
    ('name="Mutant Rage"', 'name=""'),
    ("<forces>", "<none>"),
)
ROSTER_DOCUMENTS = {
    "another root": "<catalogue/>",
    "no force": "<roster name='a'><forces/></roster>",
    "no model": "<roster name='a'><forces><force name='x'/></forces></roster>",
    "document type": "<!DOCTYPE roster><roster name='a'/>",
    "expanding entities": '<!DOCTYPE roster [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><roster name="&b;"/>',
    "external entity": '<!DOCTYPE roster [<!ENTITY a SYSTEM "file:///etc/passwd">]><roster name="a">&a;</roster>',
    "parameter entity": '<!DOCTYPE roster [<!ENTITY % a SYSTEM "http://localhost/a"> %a;]><roster name="a"/>',
    "too deep": "<roster name='a'>" + "<a>" * 70 + "</a>" * 70 + "</roster>",
    "too many": "<roster name='a'>" + "<a/>" * 100_001 + "</roster>",
}


def rosters() -> Iterator[Bad]:
    """Damaged rosters."""
    yield from cut("roster", ROSTER, no_xml, 20, 1)
    for old, new in ROSTER_CHANGES:
        damaged = ROSTER.replace(old, new, 1)
        if old == "<forces>":
            damaged = damaged.replace("</forces>", "</none>")
        assert damaged != ROSTER
        yield Bad(f"roster {old[-30:]!r} -> {new[-30:]!r}", damaged.encode(), lambda content: not is_sound(content))
    for name, document in ROSTER_DOCUMENTS.items():
        yield Bad(f"roster, {name}", document.encode(), lambda content: b"<selection" not in content)
    yield Bad("roster in an unknown encoding", ROSTER.replace("UTF-8", "UTF-99", 1).encode(), no_known_encoding)
    yield from replaced(
        "roster", ROSTER, no_xml, [("</force>", "</farce>"), ("<forces>", "<forces"), ('id="s-1"', "id=s")]
    )


def no_known_encoding(content):
    """Python has no codec of that name."""
    return refused_by(ElementTree.fromstring, LookupError, ValueError, ElementTree.ParseError)(content)


def zipped(*files, method=zipfile.ZIP_DEFLATED):
    """A zip of these names and contents."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return memory.getvalue()


def archives() -> Iterator[Bad]:
    """Damaged and hostile archives."""

    def names(content):
        return zipfile.ZipFile(io.BytesIO(content)).namelist()

    def wrong_name(content):
        return (
            len(names(content)) != 1
            or any(char in names(content)[0] for char in "/\\:")
            or (not names(content)[0].endswith(".ros") or names(content)[0].startswith("."))
        )

    for name in (
        "../crew.ros",
        "/etc/crew.ros",
        "a/crew.ros",
        "..\\crew.ros",
        "C:crew.ros",
        ".ros",
        "crew.exe",
        "crew",
    ):
        yield Bad(f"archive of {name}", zipped((name, ROSTER)), wrong_name)
    yield Bad("archive of two", zipped(("a.ros", ROSTER), ("b.ros", ROSTER)), wrong_name)
    yield Bad("archive of none", zipped(), wrong_name)
    good = zipped(("crew.ros", ROSTER))
    for end in (2, 4, 30, 200, len(good) - 30, len(good) - 1):
        yield Bad(f"archive cut at {end}", good[:end], no_zip)
    for place in (60, 200, 400):
        damaged = good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1 :]
        yield Bad(f"archive damaged at {place}", damaged, does_not_unpack)
    bomb = zipped(("crew.ros", b"<roster>" + b" " * LARGEST))
    yield Bad(
        "archive of spaces",
        bomb,
        lambda content: zipfile.ZipFile(io.BytesIO(content)).infolist()[0].file_size > LARGEST,
    )
    lying = bytearray(bomb)
    for header, offset in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        place = lying.index(header) + offset
        lying[place : place + 4] = (1000).to_bytes(4, "little")
    yield Bad("archive that lies about its size", bytes(lying), does_not_unpack)
    locked = bytearray(good)
    for header, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        locked[locked.index(header) + offset] |= 1
    yield Bad("archive with a password", bytes(locked), does_not_unpack)
    odd = zipped(("crew.ros", ROSTER), method=zipfile.ZIP_BZIP2)
    yield Bad(
        "archive of another method",
        odd,
        lambda content: zipfile.ZipFile(io.BytesIO(content)).infolist()[0].compress_type == 12,
    )
    yield Bad(
        "archive of JSON",
        zipped(("crew.ros", SHARE)),
        lambda content: no_xml(zipfile.ZipFile(io.BytesIO(content)).read("crew.ros")),
    )
    yield Bad(
        "archive of nothing",
        zipped(("crew.ros", "")),
        lambda content: no_xml(zipfile.ZipFile(io.BytesIO(content)).read("crew.ros")),
    )


def does_not_unpack(content):
    """The standard library cannot unpack it."""
    unpack = lambda damaged: zipfile.ZipFile(io.BytesIO(damaged)).read("crew.ros")  # noqa: E731
    return refused_by(unpack, zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, KeyError)(content)
