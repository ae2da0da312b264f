import type { Sqlite } from '../../db/open.ts';
import type { KeptDays } from '../read/wideTotals.ts';
import type { FigureStore } from './figureStore.ts';

/** With the version of what is kept of a day. */
const KIND = 'days 1';
/** The running month and the three before it, with which a page compares it. */
const MOST_DAYS_BACK = 130;

/** Eight bytes each, in the order of this machine: the file is read where it was written. */
const numbersOf = ({ buffer, byteOffset, byteLength }: Buffer): Float64Array =>
  byteOffset % Float64Array.BYTES_PER_ELEMENT === 0
    ? new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT)
    : new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));

/** Totals of an industry's newest days in the file of figures, all series of a day together, each day with the revision it was read at. */
export const keptDays = (sqlite: Sqlite, store: FigureStore): KeptDays => {
  const statements = prepare(sqlite);
  const basisOf = (revision: number, series: string): string => `${revision} ${series}`;
  return {
    revisions: (industryId, fromDay, toDay) =>
      new Map(statements.revisions.all(industryId, fromDay, toDay) as [number, number][]),
    newest: (industryId) => statements.newest.get(industryId) as number | null,
    of: (industryId, [fromDay, toDay], revisions, series) => {
      const place = { kind: KIND, subject: industryId };
      const basis = (day: number): string | undefined => {
        const revision = revisions.get(day);
        return revision === undefined ? undefined : basisOf(revision, series);
      };
      return new Map([...store.bytesOf(place, [fromDay, toDay], basis)].map(([day, bytes]) => [day, numbersOf(bytes)]));
    },
    keep: (industryId, day, { revision, series, numbers }) => {
      const keptFrom = (statements.newest.get(industryId) as number) - MOST_DAYS_BACK;
      if (day < keptFrom) return;
      const key = { kind: KIND, subject: industryId, period: day, basis: basisOf(revision, series) };
      store.putBytes(key, new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), keptFrom);
    },
  };
};

const prepare = (sqlite: Sqlite) => ({
  revisions: sqlite
    .prepare('select day, revision from day_revision where industry_id = ? and day between ? and ? order by day')
    .raw(true),
  newest: sqlite.prepare('select max(day) from day_revision where industry_id = ?').pluck(),
});
