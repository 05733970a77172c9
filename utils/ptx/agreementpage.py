# ===- agreementpage.py - docs/ptx-agreement.md ------------------------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The page that agreement.py --document writes."""

HEADER = """# Agreement with ptxas

Written by `utils/ptx/agreement.py {arguments}` with ptxas 13.0.88. A sample of the
same cases is `test/Format/PTX/agreement.test`. The kinds of cases are described in the tool; *blind* cases know nothing
of the legal forms. **accepted** and **refused** are the verdicts of ptxas; the percentages are the cases in which the
importer has the same verdict: of all, of the accepted, of the refused.

"""


def row(name, count):
    both, we_refuse, we_accept, neither = count.cells
    return "| %s | %d | %d | %d | %d | %.2f | %.2f | %.2f |" % (
        name, both + we_refuse, neither + we_accept, we_refuse, we_accept,
        *count.percents())


COLUMNS = ("accepted | refused | we refuse | we accept | same % | of accepted % "
           "| of refused % |\n|---|---|---|---|---|---|---|---|")


def write(path, arguments, everything, kinds, table, explained, crashes):
    lines = ["| kind | " + COLUMNS, row("**all**", everything)]
    lines += [row(kind, kinds[kind]) for kind in sorted(kinds)]
    lines += ["", "ptxas itself dies of %d cases; they are not counted." % crashes]
    lines += ["", "## Differences", "", "| cases | reason |", "|---|---|"]
    lines += ["| %d | %s |" % (number, reason or "not looked into")
              for reason, number in explained.most_common()]
    lines += ["", "## Each instruction", "", "| instruction | " + COLUMNS]
    lines += [row("`%s`" % name, table[name]) for name in sorted(table)]
    path.write_text(HEADER.format(arguments=arguments) + "\n".join(lines) + "\n")
