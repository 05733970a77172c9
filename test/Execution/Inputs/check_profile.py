#!/usr/bin/env python3
"""Checks that a profile (ptx-run --profile=json) adds up.

  check_profile.py FILE...            profiles
  check_profile.py --run PTX-RUN ...  stands in for ptx-run: runs it with
                                      --profile=json and checks what it prints"""

import json
import subprocess
import sys


def check(text, name):
    # Behind what the kernel prints.
    text = text.decode(errors="replace") if isinstance(text, bytes) else text
    p = json.loads(text[text.index("{"):])
    bounds = p["bounds"]
    problems = []
    if sum(p["stalls"].values()) != p["warp_cycles"]:
        problems.append("states do not add up to the cycles of warps")
    for i in p["instructions"]:
        if sum(i["stalls"].values()) != i["warp_cycles"]:
            problems.append("states of an instruction: " + i["text"])
        if i["stalls"].get("selected") != i["issued"]:
            problems.append("selected is not issued: " + i["text"])
    for key in ("instructions", "blocks"):
        for total in ("warp_cycles", "issued"):
            if sum(x[total] for x in p[key]) != p[total]:
                problems.append(f"{total} of the {key} do not add up")
    for bound in ("issue", "pipe", "chain"):
        if not 0 < bounds[bound] <= p["replayed_cycles"]:
            problems.append(f"the bound by {bound} is {bounds[bound]} of "
                            f"{p['replayed_cycles']} cycles")
    if len(p["cta_times"]) != p["ctas_replayed"]:
        problems.append("CTAs are missing")
    if max(c["end"] for c in p["cta_times"]) != p["replayed_cycles"]:
        problems.append("the last CTA does not end with the kernel")
    if not 0 < p["occupancy"]["achieved"] <= p["occupancy"]["theoretical"] + 1e-9:
        problems.append("more warps than fit")
    if p["forced_barriers"]:
        problems.append("barriers were forced")
    for problem in problems:
        print(f"{name}: {problem}")
    return not problems


def main(argv):
    if argv[:1] == ["--run"]:
        done = subprocess.run(argv[1:] + ["--profile=json"],
                              stdout=subprocess.PIPE)
        return done.returncode or not check(done.stdout, argv[2])
    return not all([check(open(f).read(), f) for f in argv])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
