"""Reads packed days of a Headworks database. Written from docs/storage.md alone: read_day.py headworks.db > days.json"""
import json, math, sqlite3, struct, sys, zlib

def read_day(packed, n):
    assert packed[0] == 1, 'version %d' % packed[0]
    data, at = zlib.decompress(packed[1:], wbits=-15), 0

    def take(count):
        nonlocal at
        at += count
        return data[at - count:at]

    def planes(count, code):
        width = struct.calcsize('<' + code)
        columns = take(count * width)
        return [struct.unpack('<' + code, columns[i::count])[0] for i in range(count)]

    def whole(count):
        unit, width = struct.unpack('<dB', take(9))
        return [unit * (z // 2 if z % 2 == 0 else -(z + 1) // 2) for z in planes(count, {1: 'B', 2: 'H', 4: 'I'}[width])]

    quality = take(n).decode('ascii')
    form = take(1)[0]
    values = [0.0] * n if form == 0 else [x / 1000 for x in whole(n)] if form == 1 else planes(n, {2: 'f', 3: 'd'}[form])
    form, raw = take(1)[0], [math.nan] * n
    if form == 1:
        present = [i for i, flag in enumerate(take(n)) if flag]
        decimals, total = struct.unpack('<Bd', take(9))
        for i, step in zip(present, [0] + whole(len(present) - 1)):
            total += step
            raw[i] = total / 10 ** decimals
    elif form > 1:
        raw = planes(n, {2: 'f', 3: 'd'}[form])
    marks = planes(n, 'H') if take(1)[0] else [0] * n
    assert at == len(data), 'bytes left'
    return {'quality': quality, 'values': values, 'raw': [None if math.isnan(x) else x for x in raw], 'marks': marks}

if __name__ == '__main__':
    rows = sqlite3.connect('file:%s?mode=ro' % sys.argv[1], uri=True).execute('select series_id, day, slots, packed from reading_day')
    for series_id, day, slots, packed in rows:
        print(json.dumps({'seriesId': series_id, 'day': day, **read_day(packed, slots)}))
