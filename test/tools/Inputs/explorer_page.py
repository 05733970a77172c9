"""Reads a page of ptx-explorer as its script does and says what it shows.

    explorer_page.py PAGE.html"""

import json
import os
import re
import sys

page = open(sys.argv[1], encoding="utf-8").read()
assert os.path.getsize(sys.argv[1]) < 2_000_000, "the page has 2 MB or more"
for word in ("http:", "https:", "//cdn", " src=", "<link", "@import"):
    assert word not in page.split('id="data">')[0] + page.split("</script>")[1], word
text = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1]
assert "<" not in text, "data that may look like a tag"
data = json.loads(text)
print("file", os.path.basename(data["file"]), "options", data["options"])
ptx = data["ptx"].split("\n")
for function in data["functions"]:
    old = []
    print("function", function["name"], "kernel", function["kernel"])
    for snapshot in function["snapshots"]:
        lines, entries, i = [], snapshot["lines"], 0
        while i < len(entries):
            if isinstance(entries[i], list):
                first, count = entries[i]
                assert 0 <= first and first + count <= len(old) and count > 0
                lines += old[first:first + count]
                i += 1
            else:
                lines.append((entries[i], entries[i + 1]))
                i += 2
        assert lines != old, "a phase that changed nothing"
        assert all(0 <= line <= len(ptx) for _, line in lines)
        print(" phase", snapshot["name"], "lines", len(lines))
        old = lines
    for offset, code, _, line, live, _, _ in function["sass"]:
        print("  %04x %s | %dR | %s" % (offset, code, live, ptx[line - 1].strip() if line else ""))
    for finding in function["findings"]:
        print("  finding", finding["kind"], finding["text"])
    times = data["cycles"].get(function["name"])
    if times:
        print("  cycles", "error " + times["error"] if "error" in times else
              "some" if times["cycles"] > 0 else "none",
              sum(sum(i["stalls"].values()) > 0 for i in times.get("insts", [])) > 0)
