"""compat_features.py COMPILER SM TMP: for a kernel with each of these instructions, records 2
(features) and 3 (tensor maps) of the cubin's .nv.compat."""

import pathlib
import re
import shlex
import subprocess
import sys

KERNEL = """.version 8.7
.target %s
.address_size 64
.visible .entry k(.param .u64 map, .param .u64 out)
{
  .reg .u64 %%map, %%out;
  .reg .b32 %%s, %%bar;
  .shared .align 128 .b8 buffer[1024];
  .shared .align 8 .b64 barrier;
  ld.param.u64 %%map, [map];
  ld.param.u64 %%out, [out];
  mov.u32 %%s, buffer;
  mov.u32 %%bar, barrier;
  %s
  ret;
}
"""
TENSOR = "cp.async.bulk.tensor.2d"
BYTES = "mbarrier::complete_tx::bytes"
CASES = {
    "store": "st.global.u32 [%out], %s;",
    "bulk load": f"cp.async.bulk.shared::cluster.global.{BYTES} [%s], [%out], 16, [%bar];",
    "bulk store": "cp.async.bulk.global.shared::cta.bulk_group [%out], [%s], 16;",
    "bulk to block": f"cp.async.bulk.shared::cluster.shared::cta.{BYTES} [%s], [%s], 16, [%bar];",
    "bulk prefetch": "cp.async.bulk.prefetch.L2.global [%out], 16;",
    "bulk reduction": "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%out], [%s], 16;",
    "tensor load": f"{TENSOR}.shared::cluster.global.tile.{BYTES} [%s], [%map, {{0, 0}}], [%bar];",
    "tensor store": f"{TENSOR}.global.shared::cta.tile.bulk_group [%map, {{0, 0}}], [%s];",
    "tensor prefetch": "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%map, {0, 0}];",
    "tensor reduction":
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%map, {0, 0}], [%s];",
    "map acquire": "fence.proxy.tensormap::generic.acquire.gpu [%map], 128;",
    "map prefetch": "prefetch.tensormap [%map];",
    "map field": "tensormap.replace.tile.rank.global.b1024.b32 [%map], 2;",
    "map field and tensor store":
        "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%s], %out;"
        f" {TENSOR}.global.shared::cta.tile.bulk_group [%map, {{0, 0}}], [%s];",
    "map copy":
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
        " [%map], [%s], 128;",
}
ROWS = {
    "four rows load":
        f"{TENSOR}.shared::cta.global.tile::gather4.{BYTES} [%s], [%map, {{0, 0, 1, 2, 3}}], [%bar];",
    "four rows store":
        f"{TENSOR}.global.shared::cta.tile::scatter4.bulk_group [%map, {{0, 0, 1, 2, 3}}], [%s];",
    "four rows prefetch":
        "cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4 [%map, {0, 0, 1, 2, 3}];",
}

compiler, sm, folder = sys.argv[1:]
folder = pathlib.Path(folder)
folder.mkdir(parents=True, exist_ok=True)
for name, text in {**CASES, **(ROWS if sm == "sm_100a" else {})}.items():
    source, cubin = folder / "k.ptx", folder / "k.cubin"
    source.write_text(KERNEL % (sm, text))
    subprocess.run(shlex.split(compiler) + ["-arch=" + sm, str(source), "-o", str(cubin)], check=True)
    dump = subprocess.run(["llvm-readelf", "--hex-dump=.nv.compat", str(cubin)], check=True,
                          capture_output=True, text=True).stdout
    data = bytes.fromhex("".join(re.findall(r"^0x\w+ ((?:[0-9a-f]+ ){1,4})", dump, re.M)).replace(" ", ""))
    # A format of two has one byte, one of four a number of bytes.
    at, records = 0, {}
    while at + 4 <= len(data) and data[at]:
        records[data[at + 1]] = data[at + 2]
        at += 4 + (data[at + 2] if data[at] == 4 else 0)
    print("%s: %d %d" % (name, records[2], records[3]))
