import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { pack, unpack } from '../../server/core/bytes/packing.ts';
import { emptyBlock, type SlotBlock } from '../../server/core/slots.ts';
import { noPython, Peers, python } from './peers.ts';

if (noPython) console.log(`skipped: ${noPython}`);

const peers = new Peers();
afterAll(() => peers.end());

type Row = { seriesId: number; day: number; slots: number; packed: Uint8Array };

/** A line of read_day.py; JSON has no NaN. */
const lineOf = (seriesId: number, day: number, { quality, values, raw, mark }: SlotBlock) => ({
  seriesId,
  day,
  quality: Buffer.from(quality).toString('latin1'),
  values: [...values],
  raw: [...raw].map((one) => (Number.isNaN(one) ? null : one)),
  marks: [...mark],
});

/** Days in the forms that a plant seldom writes. */
const rareDays = (): SlotBlock[] =>
  [0.1, 1 / 3, 1e300, -0.001, 123_456.789].map((value) => {
    const block = emptyBlock(0, 288);
    block.values.fill(value, 3, 200);
    block.raw.fill(value * 7, 5, 100);
    block.mark.fill(0x4123, 5, 100);
    return block;
  });

describe.skipIf(noPython)('forty lines of Python that know docs/storage.md alone', () => {
  it('read every closed day of a plant as it was packed', () => {
    const path = join(peers.folder, 'plant.db');
    writeFileSync(path, brotliDecompressSync(readFileSync(join(import.meta.dirname, '../golden/plant.db.br'))));
    const database = new Database(path);
    database.pragma('journal_mode = delete');
    const add = database.prepare('insert into reading_day (series_id, day, first_slot, slots, packed) values (1, ?, 0, 288, ?)');
    rareDays().forEach((block, at) => {
      add.run(-1 - at, pack(block));
    });
    const rows = database.prepare<[], Row>('select series_id seriesId, day, slots, packed from reading_day').all();
    database.close();
    const { stdout, stderr } = spawnSync(python, [join(import.meta.dirname, 'read_day.py'), path], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    expect(stderr).toBe('');
    const read = stdout.trim().split('\n');
    expect(read.length).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(500);
    rows.forEach(({ seriesId, day, slots, packed }, at) => {
      expect(JSON.parse(read[at] ?? '')).toEqual(lineOf(seriesId, day, unpack(packed, 0, slots)));
    });
  });
});
