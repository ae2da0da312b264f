"""
Verifies a plain bundle, or a signed statement or receipt. Written from docs/sync-format.md and docs/storage.md alone, with hashlib
and the program openssl:
  read_bundle.py bundle FILE.hwb            -> JSON: header, days by industry-free key, statement
  read_bundle.py signed LINE KEY FILE.json  -> the signed text (LINE is its first line, KEY base64url of 32 bytes)
  read_bundle.py rotations KEY FILE.json    -> the keys of a plant from KEY on, each signed by the one before
  read_bundle.py hubRotations KEY FILE.json -> the same of a hub
"""
import base64, hashlib, json, os, struct, subprocess, sys, tempfile, zlib
from read_day import read_day

SPKI = bytes.fromhex('302a300506032b6570032100')

def unpadded(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))

def verify(key, message, signature):
    """Ed25519 by openssl; raises where the signature is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ('key.der', 'message', 'signature')]
        for path, content in zip(paths, (SPKI + key, message, signature)):
            with open(path, 'wb') as file:
                file.write(content)
        subprocess.run(['openssl', 'pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-inkey', paths[0], '-rawin',
                        '-in', paths[1], '-sigfile', paths[2]], check=True, stdout=subprocess.DEVNULL)

def content_of(day, first_slot, slots):
    """The bytes of a day that are hashed: docs/sync-format.md, content."""
    raw = [float('nan') if x is None else x for x in day['raw']]
    def f64(numbers):
        return b''.join(bytes.fromhex('000000000000f87f') if x != x else struct.pack('<d', x) for x in numbers)
    return (b'HWB1' + struct.pack('<HI', slots, first_slot) + day['quality'].encode() + f64(day['values']) + f64(raw)
            + struct.pack('<%dH' % slots, *day['marks']))

def read_bundle(path):
    data = open(path, 'rb').read()
    line_end = data.index(b'\n')
    header = json.loads(data[:line_end])
    assert header['format'] == 'headworks-bundle-1'
    footer, signature = data[-112:-64], data[-64:]
    magic, count, index_at = struct.unpack('<4sIQ', footer[:16])
    assert magic == b'HWBF' and hashlib.sha256(data[:-112]).digest() == footer[16:], 'content'
    verify(unpadded(header['key']), b'headworks-bundle-1\n' + footer, signature)
    at, items, days, statement = line_end + 1, [], [], None
    while True:
        start = at
        kind, key_length = struct.unpack('<BH', data[at:at + 3])
        key = data[at + 3:at + 3 + key_length]
        at += 3 + key_length
        (length,) = struct.unpack('<I', data[at:at + 4])
        body = data[at + 4:at + 4 + length]
        at += 4 + length
        assert zlib.crc32(data[start:at]) == struct.unpack('<I', data[at:at + 4])[0], 'checksum of an item'
        at += 4
        if kind == 255:
            assert start == index_at and body == b''.join(items) and len(items) == count, 'index'
            break
        items.append(struct.pack('<BH', kind, key_length) + key + struct.pack('<QI', start, length))
        if kind == 1:
            series, (day, revision) = key[:16], struct.unpack('<II', key[16:])
            first_slot, slots = struct.unpack('<IH', body[32:38])
            content = content_of(read_day(body[110:], slots), first_slot, slots)
            assert hashlib.sha256(content).digest() == body[:32], 'day %d' % day
            days.append((series, day, revision, body[:32]))
        elif kind == 5:
            statement = json.loads(body)
    assert at == len(data) - 112
    if statement:
        verify(unpadded(header['key']), b'headworks-statement-1\n' + statement['text'].encode(), unpadded(statement['signature']))
    return header, days, statement and json.loads(statement['text'])

def sha(*parts):
    return hashlib.sha256(b''.join(parts)).digest()

def month_of(day):
    """Months since year 0 of days since 1970."""
    import datetime
    date = datetime.date(1970, 1, 1) + datetime.timedelta(days=day)
    return date.year * 12 + date.month - 1

def root_of(site, epoch, days):
    """Root of the tree of all closed days of an industry."""
    by_day = {}
    for series, day, revision, content in days:
        by_day.setdefault(day, []).append((series, sha(b'\0', series, struct.pack('<II', day, revision), content)))
    months = {}
    for day in sorted(by_day):
        leaves = [leaf for _, leaf in sorted(by_day[day])]
        months.setdefault(month_of(day), []).append(sha(b'\1', struct.pack('<II', day, len(leaves)), *leaves))
    hashes = [sha(b'\2', struct.pack('<I', month), *months[month]) for month in sorted(months)]
    return sha(b'\3', bytes.fromhex(site.replace('-', '')), struct.pack('<I', epoch), *hashes).hex()

def keys_from(first, rotations, line):
    """Each rotation is signed by the key before it; those before the first key that one knows are passed over."""
    keys = [first]
    for signed in rotations:
        said = json.loads(signed['text'])
        if (signed['key'] if 'key' in signed else said['oldKey']) != keys[-1]:
            assert len(keys) == 1, 'a rotation is missing'
            continue
        verify(unpadded(keys[-1]), line.encode() + b'\n' + signed['text'].encode(), unpadded(signed['signature']))
        assert said['format'] == line
        keys.append(said['newKey'])
    return keys

if __name__ == '__main__':
    lines = {'rotations': 'headworks-rotation-1', 'hubRotations': 'headworks-hub-rotation-1'}
    if sys.argv[1] in lines:
        print(json.dumps(keys_from(sys.argv[2], json.load(open(sys.argv[3])), lines[sys.argv[1]])))
    elif sys.argv[1] == 'bundle':
        header, days, statement = read_bundle(sys.argv[2])
        print(json.dumps({'site': header['site'], 'days': len(days), 'statement': statement,
                          'root': root_of(header['site'], header['epoch'], days)}))
    else:
        signed = json.load(open(sys.argv[4]))
        verify(unpadded(sys.argv[3]), ('%s\n' % sys.argv[2] + signed['text']).encode(), unpadded(signed['signature']))
        print(signed['text'])
