# ===- seconddecoder.py - Our text against that of another decoder ----------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compares our text in nvdisasm's style with that of a decoder which knows a part of
the instructions and imitates that style. Numbers are compared by value; what the
decoder does not know (no text, a "?", the bare number of a special register, a modifier
or operand that it leaves out) is not compared."""

import collections
import re
import struct

HEX = re.compile(r"-?0x[0-9a-f]+")
# Before sm_90 the decoder takes a descriptor for a part of the address.
DESCRIPTOR = re.compile(r"desc\[(UR\w+)\]\[([^+\]]+)((?:\+[^\]]+)?)\]")
UNKNOWN = re.compile(r"\?|^SR\d+$")


def same_float(ours, bits, upper_half):
    """Whether our text of an f32, or of the upper half of an f64, is the number with
    these bits."""
    name = ours.lstrip("+-")
    if name in ("QNAN", "SNAN"):
        quiet = bits >> (19 if upper_half else 22) & 1
        return quiet == (name == "QNAN") and bits >> 31 == (ours[0] == "-")
    try:
        packed = struct.pack(">d" if upper_half else ">f", float(ours))
    except (ValueError, OverflowError):
        return False
    return struct.unpack(">I", packed[:4])[0] == bits


def values(text):
    """The text with its numbers as 32 bits, whatever their sign and spelling."""
    text = HEX.sub(lambda m: "%#x" % (int(m.group(), 16) & 0xffffffff), text)
    # Two ways to write an address without a register.
    return re.sub(r"\[U?RZ\]", "[0x0]", text)


def same_operand(ours, other, mnemonic):
    if other.startswith("F:"):
        return same_float(ours, int(other[2:], 16), "64H" in mnemonic)
    if UNKNOWN.search(other) or values(ours) == values(other):
        return True
    # The half or the scale of a register may be unknown to it.
    return re.sub(r"\.(H\d(_H\d)?|B\d|U?\d+|X\d+)\b", "", ours) == other


def same_mnemonic(ours, other):
    """Every modifier of the other one must be there; the order is spelling."""
    left = collections.Counter(p for p in other.split(".") if "?" not in p)
    return not left - collections.Counter(ours.split("."))


def same_operands(ours, other, mnemonic):
    """Every operand of the other one must be there, in this order."""
    rest = iter(ours)
    return all(any(same_operand(a, b, mnemonic) for a in rest) for b in other)


FIELD = re.compile(r"(\w+)(?::(\w+))?")


def control_of(text):
    """The control fields as our full text shows them. Sparse products have a reuse bit for
    the register of the selectors too."""
    operands, _, block = text.rpartition("{") if "{" in text else (text, "", "")
    shown = {k: int(v or "1", 0) for k, v in FIELD.findall(block)}
    return (shown.get("stall", 0), shown.get("yield", 0), shown.get("wr", 7), shown.get("rd", 7),
            shown.get("wait", 0), operands.count(".reuse") + shown.get("reuse", 0).bit_count()
            + operands.count("reuseE=0x1"))


class Comparison:
    """Counts the instructions that the decoder knows."""

    def __init__(self, decoder, sm):
        self.decoder, self.sm = decoder, sm
        self.compared = 0

    def differs(self, word, address, text, full):
        """What the decoder makes of the word if it is neither our text in nvdisasm's
        style nor our full text, which shows the descriptors; else None."""
        try:
            other = self.decoder.text(word, address, self.sm)
        except (ValueError, IndexError, KeyError, TypeError) as error:
            return f"{text} | fails: {error!r}"
        if other is None:
            return None
        self.compared += 1
        if self.same(text, other) or self.same(DESCRIPTOR.sub(r"[\2+\1\3]", full), other):
            return None
        return f"{text} | {other}"

    def same(self, text, other):
        guard, name, operands = self.parts(text)
        other_guard, other_name, other_operands = self.parts(other)
        return (guard == other_guard and same_mnemonic(name, other_name)
                and same_operands(operands, other_operands, name))

    def control_differs(self, word, text):
        """The same for the control fields; `text` has them."""
        c = self.decoder.ctl(word)
        other = (c["stall"], 1 - c["yld"], c["wr"], c["rd"], c["wait"], c["reuse"].bit_count())
        return None if control_of(text) == other else f"{text} | {c}"

    def parts(self, text):
        """Guard, mnemonic, operands."""
        guard, text = re.match(r"(@\S+ )?(.*)", text.replace(".reuse", "")).groups()
        name, _, operands = text.partition(" ")
        # nvdisasm's names for IMAD without a product.
        name = re.sub(r"^IMAD\.(MOV|SHL|IADD)\b", "IMAD", name)
        return guard, name, [o.strip() for o in operands.split(",") if o.strip()]
