#===- reference_codes.py - Ciphers, codes, numbers and texts ---------------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""References of kernels that hash, encrypt, decode and parse; see reference.py."""

import hashlib
import re
import struct

from hostnum import *
from refbase import inputs, rand_list, reference, write


#===------------------------------------------------------------------------===#
# Hashes and ciphers
#===------------------------------------------------------------------------===#

def sha256_lengths():
    # Around the lengths where a block more is needed.
    some = [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 127, 128, 130]
    return (some + [v % 131 for v in rand_list("u32", 24, 72)])[:40]


@inputs
def sha256_inputs(directory):
    starts = [0]
    for length in sha256_lengths():
        starts.append(starts[-1] + length)
    write(directory, "starts.bin", pack(starts, "u32"))


@reference
def sha256(l):
    text, starts = l.args[0].data, l.buf(1, "u32")
    return {2: b"".join(hashlib.sha256(text[a:b]).digest()
                        for a, b in zip(starts, starts[1:]))}


def field_product(a, b):
    """The product in the field of AES."""
    result = 0
    while b:
        if b & 1:
            result ^= a
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return result


def aes_sbox():
    """From its definition: the inverse, by powers of 3, and an affine map."""
    powers = [1]
    for _ in range(254):
        powers.append(field_product(powers[-1], 3))
    inverse = {1: 1}
    for i in range(1, 255):
        inverse[powers[i]] = powers[255 - i]
    box = []
    for x in range(256):
        v = inverse[x] if x else 0
        w = 0x63
        for k in range(5):
            w ^= (v << k | v >> (8 - k)) & 0xFF
        box.append(w)
    return box


def aes_block(key, block):
    """FIPS 197 step by step, on bytes."""
    box = aes_sbox()
    words = [list(key[i:i + 4]) for i in range(0, 16, 4)]
    factor = 1
    for i in range(4, 44):
        word = list(words[-1])
        if i % 4 == 0:
            word = [box[b] for b in word[1:] + word[:1]]
            word[0] ^= factor
            factor = field_product(factor, 2)
        words.append([a ^ b for a, b in zip(words[i - 4], word)])
    keys = [sum(words[4 * r:4 * r + 4], []) for r in range(11)]
    state = [a ^ b for a, b in zip(block, keys[0])]
    for r in range(1, 11):
        state = [box[b] for b in state]
        # Row i of the column-wise state moves by i columns.
        state = [state[(i + 4 * (i % 4)) % 16] for i in range(16)]
        if r < 10:
            mixed = []
            for c in range(0, 16, 4):
                col = state[c:c + 4]
                for i in range(4):
                    mixed.append(field_product(col[i], 2) ^
                                 field_product(col[(i + 1) % 4], 3) ^
                                 col[(i + 2) % 4] ^ col[(i + 3) % 4])
            state = mixed
        state = [a ^ b for a, b in zip(state, keys[r])]
    return bytes(state)


# The example of FIPS 197, appendix B.
assert aes_block(bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"),
                 bytes.fromhex("3243f6a8885a308d313198a2e0370734")) == \
    bytes.fromhex("3925841d02dc09fbdc118597196a0b32")


@reference
def aes_encrypt(l):
    data, out = l.args[0].data, []
    for t in range(len(data) // 16):
        counter = struct.pack("<Q", l.val(3)) + struct.pack(">Q", t)
        pad = aes_block(l.args[2].data, counter)
        out.append(bytes(a ^ b for a, b in zip(data[16 * t:], pad)))
    return {1: b"".join(out)}


@reference
def random_numbers(l):
    seed, steps = l.val(0), l.val(3)
    uniform, words = [], []
    scale = 2.0 ** -32
    for t in range(64):
        c, k = [t, 0, seed, 0], [seed, ~seed & M32]
        for _ in range(10):
            p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
            c = [q >> 32 ^ c[1] ^ k[0], q & M32, p >> 32 ^ c[3] ^ k[1], p & M32]
            k = [u32(k[0] + 0x9E3779B9), u32(k[1] + 0xBB67AE85)]
        uniform += [add32(mul32(f32(x), scale), 0.5 * scale) for x in c]
        x, weyl = c + [u32(t * 2654435761)], seed
        state = c[0] << 32 | c[3]
        for _ in range(steps):
            while True:
                a = x[0] ^ x[0] >> 2
                x = x[1:] + [u32(x[4] ^ x[4] << 4 ^ a ^ a << 1)]
                weyl = u32(weyl + 362437)
                a = u32(x[4] + weyl)
                if a % 8:
                    break
            old, state = state, u64(state * 6364136223846793005 +
                                    1442695040888963407)
            word, by = u32((old >> 18 ^ old) >> 27), old >> 59
            words += [a, u32(word >> by | word << (-by & 31))]
    return {1: pack(uniform, "f32"), 2: pack(words, "u32")}


#===------------------------------------------------------------------------===#
# Large numbers
#===------------------------------------------------------------------------===#

@inputs
def big_integer_inputs(directory):
    kinds = rand_list("u32", 800, 81)
    for name, seed, shift in (("a", 82, 0), ("b", 83, 5)):
        words = []
        for kind, word in zip(kinds, rand_list("u32", 400, seed)):
            kind = kind >> shift & 7
            # Long runs of carries need ones and zeros.
            words.append([0, M32, 1][kind] if kind < 3 else word)
        write(directory, name + ".bin", pack(words, "u32"))


@reference
def big_integer(l):
    a, b, out = l.args[0].data, l.args[1].data, b""
    for t in range(l.val(3)):
        x, y = [int.from_bytes(v[32 * t:32 * t + 32], "little") for v in (a, b)]
        low = (1 << 128) - 1
        out += (x + y).to_bytes(36, "little")
        out += ((x - y) % (1 << 288)).to_bytes(36, "little")
        out += ((x & low) * (y & low)).to_bytes(32, "little")
        out += ((x + y) % (1 << 256)).to_bytes(32, "little")
    return {2: out}


@inputs
def prime_test_inputs(directory):
    numbers = [0, 1, 2, 3, 4, 9, 37, 41, 1681, 2047, 561, 3215031751,
               4294967291, 4294967295, 4294967297, 3825123056546413051,
               18446744073709551557, 18446744073709551615, 1000000007,
               1000000007 * 998244353, 999999999989, 341550071728321,
               67280421310721, 2305843009213693951]
    numbers += [v | 1 for v in rand_list("u64", 4, 91)]
    numbers += [v >> 40 for v in rand_list("u64", 4, 92)]
    write(directory, "numbers.bin", pack(numbers, "u64"))


@reference
def prime_test(l):
    def is_prime(n):
        # Python's own powers, bases other than the kernel's beside them.
        if n < 2:
            return False
        primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]
        if n in primes:
            return True
        if any(n % p == 0 for p in primes):
            return False
        odd, twos = n - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        for base in primes:
            chain = [pow(base, odd << k, n) for k in range(twos)]
            if chain[0] != 1 and n - 1 not in chain:
                return False
        return True
    return {1: pack([is_prime(v) for v in l.buf(0, "u64")], "s32")}


#===------------------------------------------------------------------------===#
# Texts
#===------------------------------------------------------------------------===#

def huffman_code():
    """Lengths of the codes by symbol: 255 means a run."""
    lengths = {97: 1, 98: 3, 99: 3, 255: 4, 100: 4, 101: 5, 102: 5, 103: 6,
               104: 7, 105: 8, 106: 8}
    order = sorted(lengths, key=lambda s: (lengths[s], s))
    code, last, codes = 0, 1, {}
    for s in order:
        code <<= lengths[s] - last
        last = lengths[s]
        codes[s] = format(code, "0%db" % last)
        code += 1
    return lengths, order, codes


def huffman_texts():
    """For each stream a list of (symbol, run or None), of 64 bytes at least."""
    _, order, _ = huffman_code()
    numbers, texts = rand_list("u32", 64 * 64, 95), []
    for t in range(64):
        text, size = [], 0
        for v in numbers[64 * t:64 * t + 64]:
            # Short codes oftener, as the code expects.
            at = next(i for i in range(11) if v >> i & 1 or i == 10)
            symbol = order[at]
            run = v >> 20 & 7 if symbol == 255 else None
            text.append((symbol, run))
            size += 1 if run is None else run + 1
            if size >= 64:
                break
        texts.append(text)
    return texts


@inputs
def huffman_decode_inputs(directory):
    lengths, order, codes = huffman_code()
    streams = []
    for text in huffman_texts():
        bits = ""
        for symbol, run in text:
            bits += codes[symbol]
            if run is not None:
                bits += format(run, "03b")[::-1]
        bits = bits.ljust(40 * 32, "1")
        streams += [int(bits[i:i + 32][::-1], 2) for i in range(0, 1280, 32)]
    write(directory, "streams.bin", pack(streams, "u32"))
    counts = [sum(1 for v in lengths.values() if v == n) for n in range(16)]
    write(directory, "counts.bin", pack(counts, "u8"))
    write(directory, "symbols.bin", pack(order, "u8"))


@reference
def huffman_decode(l):
    out = b""
    for text in huffman_texts():
        one, last = [], 0
        for symbol, run in text:
            if run is None:
                last = symbol
            one += [last] * (1 if run is None else run + 1)
        out += bytes(one[:64])
    return {4: out}


WORDS = ("kernel kernels colonel colonial register registers resister sister "
         "warp wrap warps swap a the barrier carrier barrister interference "
         "inference transference").split()


@inputs
def levenshtein_inputs(directory):
    write(directory, "words.bin",
          b"".join(w.encode().ljust(24, b"\0") for w in WORDS[:20]))


@reference
def levenshtein(l):
    n, memo = l.val(1), {}

    def distance(a, b):
        if not a or not b:
            return len(a) + len(b)
        if (a, b) not in memo:
            memo[a, b] = min(distance(a[1:], b) + 1, distance(a, b[1:]) + 1,
                             distance(a[1:], b[1:]) + (a[0] != b[0]))
        return memo[a, b]

    table = [[distance(a, b) for b in WORDS[:n]] for a in WORDS[:n]]
    nearest = [min((d, j) for j, d in enumerate(row) if j != i)[1]
               for i, row in enumerate(table)]
    return {2: pack(sum(table, []), "u16"), 3: pack(nearest, "s32")}


EXPRESSIONS = [
    "1+2*3", "(1+2)*3", "x*x-7", "-(x+3)*(x-5)%11", "((((x))))", "100/x",
    "x%7+x/3", "2*(3+4*(5+6*(7+8*(9+x))))", "--x", "-(-(-(x*2)))",
    "1000000007*1000000009/x%1000003", "(x+1)*(x+2)*(x+3)*(x+4)", "x/0+5",
    "9223372036854775807+x", "1-2-3-4-5-x", "64/4/2/x", "((1+x)", "3+*4",
    "2$3", "", "x*(x*(x*(x*(x+1)+1)+1)+1)"]


@inputs
def expression_parser_inputs(directory):
    write(directory, "texts.bin",
          b"".join(e.encode().ljust(48, b"\0") for e in EXPRESSIONS))


@reference
def expression_parser(l):
    values, errors = [], []

    def evaluate(text, x):
        # By a stack machine over tokens, not by recursion as the kernel.
        wrong, pos = 0, 0
        rank = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "neg": 3}
        args, ops = [], []

        def apply():
            op = ops.pop()
            b = args.pop()
            if op == "neg":
                args.append(s64(-b))
                return
            a = args.pop()
            args.append(s64(
                a + b if op == "+" else a - b if op == "-" else
                a * b if op == "*" else 0 if b == 0 else
                div_trunc(a, b) if op == "/" else rem_trunc(a, b)))

        atom = True  # Whether an atom is due.
        while True:
            token = re.match(r"\d+|.|", text[pos:]).group()
            if atom:
                if token == "-":
                    ops.append("neg")
                elif token == "(":
                    ops.append("(")
                else:
                    if token.isdigit():
                        args.append(s64(int(token)))
                    elif token == "x":
                        args.append(x)
                    else:
                        wrong += 1
                        args.append(0)
                    atom = False
                pos += len(token)
                continue
            if token in rank:
                while ops and ops[-1] != "(" and rank[ops[-1]] >= rank[token]:
                    apply()
                ops.append(token)
                atom = True
                pos += 1
                continue
            # The innermost parenthesis ends here, or the text.
            while ops and ops[-1] != "(":
                apply()
            if not ops:
                return args.pop(), wrong + (100 if token else 0)
            ops.pop()
            if token == ")":
                pos += 1
            else:
                wrong += 1

    for t in range(64):
        value, wrong = evaluate(EXPRESSIONS[t % l.val(4)], t - 20)
        values.append(value)
        errors.append(wrong)
    return {2: pack(values, "s64"), 3: pack(errors, "s32")}


@reference
def n_queens(l):
    n = l.val(0)

    def solutions(rows):
        if len(rows) == n:
            return 1
        return sum(solutions(rows + [c]) for c in range(n)
                   if all(c != d and abs(c - d) != len(rows) - i
                          for i, d in enumerate(rows)))

    counts = [0] * 64
    for t in range(n * n):
        a, b = t // n, t % n
        counts[t] = solutions([a, b]) if abs(a - b) > 1 else 0
    return {1: pack(counts, "u32"), 2: pack([sum(counts)], "u64")}


def tokenizer_texts():
    parts = ["abc", "_x9", "x", "0x1f", "0", "12.5e3", "7", '"s\\"t"', '"', "/",
             "// c\n", "+", " ", "\n", "1e", "zz_top", '""', "9..", "@", "0xq"]
    texts, numbers = [], rand_list("u32", 64 * 24, 97)
    for t in range(64):
        text = "".join(parts[v % (20 if t % 3 else 8)]
                       for v in numbers[24 * t:24 * t + 24])
        texts.append(text[:48])
    return [text.ljust(48) for text in texts]


@inputs
def tokenizer_inputs(directory):
    write(directory, "texts.bin", "".join(tokenizer_texts()).encode())


@reference
def tokenizer(l):
    pattern = re.compile(
        r'(?P<space>[ \n])|(?P<comment>//[^\n]*)|(?P<string>"(?:\\.|[^"\\])*")|'
        r'(?P<open>".*)|(?P<hex>0x(?P<digits>[0-9a-f]*))|'
        r'(?P<number>[0-9](?:[0-9]|[.e])*)|(?P<name>[_a-z][_a-z0-9]*)|'
        r'(?P<other>.)', re.S)
    counts, hashes = [], []
    for text in tokenizer_texts():
        n, h = dict.fromkeys("nsdco", 0), 2166136261
        for m in pattern.finditer(text):
            kind, token = m.lastgroup, m.group()
            if m.group("hex") is not None:
                n["d"] += 1
                for c in m.group("digits"):
                    h = u32(h * 16777619) ^ ord(c)
            elif kind == "number":
                n["d"] += 1
                for c in token:
                    if c.isdigit():
                        h = u32(h * 16777619) ^ ord(c)
            elif kind == "name":
                n["n"] += 1
                for c in token:
                    h = u32((h ^ ord(c)) * 16777619)
            elif kind == "string" or kind == "open":
                escapes = len(re.findall(r"\\(?:.|$)", token, re.S))
                h ^= 0x5C * (escapes & 1)
                if kind == "string":
                    n["s"] += 1
                else:
                    n["o"] += 1000
            elif kind == "comment":
                n["c"] += 1
            elif kind == "other":
                n["o"] += 1
                h = u32(h + ord(token))
        counts += [n["n"], n["d"], n["s"], n["c"], n["o"]]
        hashes.append(h)
    return {2: pack(counts, "u32"), 3: pack(hashes, "u32")}
