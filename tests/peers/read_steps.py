"""Slots of open days that come as steps, read by docs/sync-format.md alone: read_steps.py BASE MESSAGE, where BASE is the content of the slot before."""
import hashlib, json, math, struct, sys, zlib

TENS = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6]
TENTHS = [1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6]


def tens(n):
    return TENTHS[-n] if n < 0 else TENS[n]


def r(x):
    whole = math.floor(x)
    return float(whole + 1 if x - whole >= 0.5 else whole)


def order(x):
    bits = struct.unpack("<I", struct.pack("<f", x))[0]
    return -(bits & 0x7FFFFFFF) if bits >> 31 else bits


def single(at):
    return struct.unpack("<f", struct.pack("<I", 0x80000000 | -at if at < 0 else at))[0]


def divided(before, step, d):
    return (r(before * tens(d)) + step) / tens(d)


def multiplied(before, step, d):
    return (r(before * tens(d)) + step) * tens(-d)


def decimals(x, at):
    return next((d for d in range(7) if at(x, 0, d) == x), 7)


class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        size = struct.calcsize(form)
        self.at += size
        return struct.unpack(form, self.data[self.at - size : self.at])[0]

    def step(self):
        whole, scale = 0, 1
        while True:
            byte = self.take("<B")
            whole += (byte & 127) * scale
            scale *= 128
            if byte < 128:
                return whole // 2 if whole % 2 == 0 else -(whole + 1) // 2


def reading(source, how, was):
    before = 0.0 if math.isnan(was) else was
    if how == 0:
        return was
    if how == 4:
        return math.nan
    if how == 2:
        return single(order(before) + source.step())
    if how == 3:
        return source.take("<d")
    at = divided if how in (1, 6) else multiplied
    d = source.take("<B") if how in (6, 7) else decimals(before, at)
    return at(before, source.step(), d)


def value(source, how, before, now, was):
    if how == 0:
        return before
    if how == 1:
        return (r(before * 1000) + source.step()) / 1000
    if how == 2:
        return single(order(before) + source.step())
    if how == 3:
        return source.take("<d")
    n = 3 if how == 4 else source.take("<b")
    return r((now - was) * tens(n) * 1000) / 1000


def content(slot, first):
    quality, values, raw, marks = slot
    n = len(quality)
    number = lambda x: b"\0\0\0\0\0\0\xf8\x7f" if math.isnan(x) else struct.pack("<d", x)
    planes = bytes(quality) + b"".join(map(number, values)) + b"".join(map(number, raw)) + struct.pack(f"<{n}H", *marks)
    return struct.pack("<4sHI", b"HWB1", n, first) + planes


def main(base, message):
    n = struct.unpack("<H", base[4:6])[0]
    before = [list(struct.unpack(form, base[at : at + size])) for form, at, size in
              [(f"<{n}B", 10, n), (f"<{n}d", 10 + n, 8 * n), (f"<{n}d", 10 + 9 * n, 8 * n), (f"<{n}H", 10 + 17 * n, 2 * n)]]
    head = Bytes(message)
    industry = head.take(f"<{head.take('<B')}s").decode()
    series, base_slot, check, count = head.take("<8s").hex(), head.take("<I"), head.take("<I"), head.take("<H")
    assert base_slot == 0 or check == zlib.crc32(base), "another base"
    slots = [head.take("<I")]
    while len(slots) < count:
        slots.append(slots[-1] + head.take("<H"))
    source = Bytes(zlib.decompress(message[head.at :], -15))
    hashes = []
    for slot in slots:
        controls = [source.take("<B") for _ in range(n)]
        now = [[], [], [], []]
        for at, how in enumerate(controls):
            quality, worth, was, mark = (plane[at] for plane in before)
            now[0].append(source.take("<B") if how & 1 else quality)
            now[3].append(mark + (source.step() if how & 2 else 0))
            now[2].append(reading(source, how >> 5, was))
            now[1].append(value(source, how >> 2 & 7, worth, now[2][at], was))
        hashes.append(hashlib.sha256(content(now, slot)).hexdigest())
        before = now
    assert source.at == len(source.data), "more than was expected"
    print(json.dumps({"industry": industry, "series": series, "base": base_slot, "slots": slots, "hashes": hashes}))


main(open(sys.argv[1], "rb").read(), open(sys.argv[2], "rb").read())
