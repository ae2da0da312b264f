import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pack } from '../../server/core/bytes/packing.ts';
import { emptyBlock, marks, type SlotBlock } from '../../server/core/slots.ts';
import { type ReadDay, readDay } from './reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'storage-'));
let database: Database.Database;
beforeAll(() => {
  const path = join(folder, 'plant.db');
  writeFileSync(path, brotliDecompressSync(readFileSync(join(import.meta.dirname, '../golden/plant.db.br'))));
  database = new Database(path);
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const plain = ({ quality, values, raw, mark }: SlotBlock): ReadDay => ({
  quality: Buffer.from(quality).toString('latin1'),
  values: [...values],
  raw: [...raw],
  marks: [...mark],
});

type Row = { seriesId: number; day: number; firstSlot: number; slots: number; packed: Uint8Array };
type Total = { sum: number | null; expected: number; complete: number; estimated: number };

describe('a reader that knows docs/storage.md alone', () => {
  it('reads every bit of what is packed, in each of the forms', () => {
    const counts = fc.integer({ min: -100_000, max: 1e9 }).map((thousandths) => thousandths / 1000 + 0);
    const numbers = fc.oneof(
      fc.constant(fc.constant(0)),
      fc.constant(counts),
      fc.constant(fc.float({ noNaN: true })),
      fc.constant(fc.double({ noNaN: true })),
    );
    const blocks = fc.tuple(numbers, numbers, fc.nat(300)).chain(([value, raw, slots]) =>
      fc.record({
        values: fc.array(value, { minLength: slots, maxLength: slots }),
        raw: fc.array(fc.option(raw, { nil: Number.NaN }), { minLength: slots, maxLength: slots }),
        letters: fc.array(fc.constantFrom(...'GEFBMRX'), { minLength: slots, maxLength: slots }),
        marks: fc.array(fc.nat(65_535), { minLength: slots, maxLength: slots }),
      }),
    );
    fc.assert(
      fc.property(blocks, ({ values, raw, letters, marks }) => {
        const block = emptyBlock(5_000_000, values.length);
        block.values.set(values);
        block.raw.set(raw);
        block.quality.set(letters.map((letter) => letter.charCodeAt(0)));
        block.mark.set(marks);
        expect(readDay(pack(block), values.length)).toStrictEqual(plain(block));
      }),
      { numRuns: 200 },
    );
  });

  it('gets the totals of every closed day of the recorded plant', () => {
    const rows = database
      .prepare<[], Row>('select series_id seriesId, day, first_slot firstSlot, slots, packed from reading_day')
      .all();
    expect(rows.length).toBeGreaterThan(500);
    const kinds = new Map(
      database
        .prepare<[], { id: number; kind: string }>('select id, kind from series')
        .all()
        .map(({ id, kind }) => [id, kind]),
    );
    const totalOf = database.prepare<[number, number], Total>(
      'select sum, expected, complete, estimated from day_total where series_id = ? and day = ?',
    );
    for (const { seriesId, day, slots, packed } of rows) {
      const { quality, values } = readDay(packed, slots);
      const total = totalOf.get(seriesId, day);
      const thousandthsIn = (letters: string): number =>
        values.reduce((sum, value, at) => sum + (letters.includes(quality[at] ?? '') ? Math.round(value * 1000) : 0), 0);
      const name = `series ${seriesId}, day ${day}`;
      expect([total?.expected, total?.complete], name).toEqual([
        slots,
        [...quality].filter((letter) => 'GBR'.includes(letter)).length,
      ]);
      const isCounted = kinds.get(seriesId) === 'counter' && /[GEFBR]/.test(quality);
      expect(total?.sum ?? null, name).toBe(isCounted ? thousandthsIn('GEFBR') / 1000 : null);
      if (isCounted) expect(total?.estimated, name).toBe(thousandthsIn('F') / 1000);
    }
  });

  it('refuses a version it does not know', () => {
    expect(() => readDay(new Uint8Array([2, 3, 0]), 0)).toThrow('version 2');
  });
});

it('docs/storage.md names every bit of a mark', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/storage.md'), 'utf8');
  const bits = Object.values(marks).map((bit) => `0x${bit.toString(16).padStart(4, '0')}`);
  expect(bits.filter((bit) => !page.includes(bit))).toEqual([]);
});

it('docs/storage.md names every table of readings', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/storage.md'), 'utf8');
  const made = readFileSync(resolve(import.meta.dirname, '../../server/db/migrations/0040-readings.ts'), 'utf8');
  const tables = [...made.matchAll(/create table (\w+)/g)].map(([, name = '']) => name);
  expect(tables.length).toBeGreaterThan(5);
  expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
