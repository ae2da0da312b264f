import { createHash } from 'node:crypto';
import { isReporting } from '../../../historian/index.ts';
import type { OverviewAsked } from './overview.ts';
import { DAYS_OF_ENTRIES } from './overviewUnit.ts';

/** What is replaced as a whole whenever anything in it changes has a number of its own each time. */
const numbers = new WeakMap<object, number>();
let given = 0;
const numberOf = (whole: object): number => {
  const known = numbers.get(whole);
  if (known !== undefined) return known;
  given += 1;
  numbers.set(whole, given);
  return given;
};

/**
 * A tag of all that the overview is made from: the plant as it is configured, the time in slots, the samples and slots there are, and what
 * is wrong in the field. Undefined where nobody counts samples.
 */
export const overviewTag = (asked: OverviewAsked): string | undefined => {
  const { industry, directory, source, dischargeIds, troubles, withAddress, nowMs } = asked;
  const { calendar, nowSlot, reader } = source;
  if (reader.sampleChanges === undefined) return undefined;
  const units = directory.units(industry.id);
  const day = calendar.dayOf(nowMs);
  const anySeries = units.flatMap(({ series }) => series.slice(0, 1)).slice(0, 1);
  const isSilent = (unit: (typeof units)[number]): boolean => unit.feeds.length > 0 && !isReporting(unit, reader);
  const parts = [
    [industry, units, directory.categories(industry.id), calendar].map(numberOf),
    [day, nowSlot, withAddress, reader.sampleChanges],
    reader.revision(
      anySeries.map(({ id }) => id),
      day - DAYS_OF_ENTRIES,
      day,
    ),
    [...dischargeIds].sort(),
    units.filter(isSilent).flatMap(({ feeds }) => feeds.map(({ deviceId }) => troubles(deviceId))),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
};
