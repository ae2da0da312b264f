import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unmarkFormula } from '../../../contract/formulas.ts';
import { systemClock } from '../../../core/clock.ts';
import { TimeSlice } from '../../../core/cooperativeScheduler.ts';
import { eachFilled, signal, turns } from '../../../test/bulkConfiguration.ts';
import { readCsv, writeCsv } from './formats/csv.ts';
import { readXlsx } from './formats/xlsxRead.ts';
import { writeXlsx } from './formats/xlsxWrite.ts';

eachFilled();

const pace = () => new TimeSlice(turns, systemClock, signal);

describe('texts and numbers', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  const cell = fc.oneof(text, fc.constantFrom('=1', '+1', '-1', '@x', "'q", '\tt', '_x0041_', 'a"b', '<&>', '\r\n'));

  it('come back from CSV', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, fc.constant('.')), { minLength: 1, maxLength: 5 }), async (rows) => {
        const csv = (await writeCsv(['a', 'b', 'c'], rows, pace())).toString();
        expect((await readCsv(csv, pace())).slice(1).map(({ cells }) => cells.map(unmarkFormula))).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });

  it('are never a formula in CSV, whoever opens it', async () => {
    await fc.assert(
      fc.asyncProperty(cell, async (name) => {
        const csv = (await writeCsv(['a'], [[name]], pace())).toString();
        const [, line] = await readCsv(csv, pace());
        expect(line?.cells[0] ?? '').not.toMatch(/^[=+\-@]/);
      }),
    );
  });

  it('come back from a workbook, each as what it was', async () => {
    const any = fc.oneof(cell, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(any, any, fc.constant('.')), { minLength: 1, maxLength: 4 }), async (rows) => {
        const book = await writeXlsx([{ name: 'tags', columns: ['a', 'b', 'c'], rows }], pace());
        const [sheet] = await readXlsx(book, () => true, pace());
        const read = sheet?.rows.slice(1).map(({ cells }) => cells.map((one) => (Object.is(one, -0) ? 0 : one)));
        expect(read).toEqual(rows.map((row) => row.map((one) => (Object.is(one, -0) ? 0 : one))));
      }),
      { numRuns: 60 },
    );
  });
});
