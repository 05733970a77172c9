# ===- evidence.py - What is known of the distances of a class -------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The evidence of the latency tables: what latencies.py writes down of the
distances of a pair of ports, so that the tables can be made more exact by more
code when the code that they were made of is no longer there."""

import collections
import re

# So many make an entry of their own.
MIN_SAMPLES = 20
# Of at least so many reads after writes, a distance that is seen less often than
# this does not count: one odd place in the code must not make the entry of a
# whole class too small.
MANY_SAMPLES, MIN_TIMES = 100, 3
# By the first letters of a port's name.
FILES = {"": "R", "u": "UR", "p": "P", "up": "UP"}


def kept(kind):
    """How many of the smallest distances decide which one counts."""
    return MIN_TIMES if kind == "True" else 1


def assumed(kind, least, count):
    """The smallest distances where nothing is written down but the least. What has
    made an entry goes on to count; of fewer one was as short for certain."""
    return [least] * (kept(kind) if count >= MIN_SAMPLES else min(count, 1))


class Evidence:
    """The number of dependences and the smallest distances of them, as many as
    decide which one counts. That is all that is needed to unite two of them: the
    smallest distances of both are among the smallest of each."""

    def __init__(self, kind, distances={}, count=0):
        """`distances`: how often each is seen; the largest may be left out."""
        self.kind, self.count, self.smallest = kind, count, []
        for distance in sorted(distances):
            self.smallest += [distance] * min(distances[distance], kept(kind) - len(self.smallest))

    def __add__(self, other):
        return Evidence(self.kind, collections.Counter(self.smallest + other.smallest), self.count + other.count)

    def least(self):
        """The distance that counts as the least."""
        return self.smallest[-1 if self.count >= MANY_SAMPLES else 0] if self.count else 0

    def written(self):
        return [] if self.smallest == assumed(self.kind, self.least(), self.count) else self.smallest


def numbers(text):
    return [int(n) for n in re.findall(r"\d+", text)]


def read_tables(folder, sms):
    """The evidence of Measured*.td: {(file, kind, first, second): {sm: Evidence}}."""
    table = collections.defaultdict(dict)
    record = re.compile(r'^def : Measured<"(\w+)", (\w+), (\w+), \[([^][]*)\], \[([^][]*)\](?:, \[(.*)\])?>;$', re.M)
    for path in sorted(folder.glob("Measured*.td")):
        for kind, first, second, least, samples, smallest in record.findall(path.read_text()):
            file = FILES[re.match("(u?p?)[rw]", first).group(1)]
            lists = [numbers(part) for part in re.findall(r"\[([^][]*)\]", smallest)] or [[] for _ in sms]
            for sm, distance, count, known in zip(sms, numbers(least), numbers(samples), lists):
                if not count:
                    continue
                cell = Evidence(kind, count=count)
                cell.smallest = known or assumed(kind, distance, count)
                if cell.least() != distance:
                    raise ValueError("%s: %s %s -> %s, sm_%s: the least is %d, but by the smallest distances %d" % (
                        path, kind, first, second, sm, distance, cell.least()))
                table[(file, kind, first, second)][sm] = cell
    return table


def record_text(kind, first, second, cells):
    lists = [cell.written() for cell in cells]
    text = 'def : Measured<"%s", %s, %s, [%s], [%s]' % (
        kind, first, second, ", ".join(str(cell.least()) for cell in cells),
        ", ".join(str(cell.count) for cell in cells))
    return text + (", [%s]>;" % ", ".join(map(str, lists)) if any(lists) else ">;")
