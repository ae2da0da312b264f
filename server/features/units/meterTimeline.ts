import type { MeterSpec } from '../../contract/model/units.ts';

/** A meter as the counters of a unit count by it from a slot on. */
export type MeterInForce = Pick<MeterSpec, 'modulus' | 'basePerCount' | 'maxPerHour'> & {
  fromSlot: number;
  backDeadband: number;
};
/** When the meter of a unit was changed, and how the one before counted. */
export type MeterChangeAt = { slot: number; second: number; oldBasePerCount: number };

export type MeterTimeline = {
  /** The meter that was there before the entered change. */
  before: MeterSpec;
  /** The meter that is there now. */
  now: MeterSpec;
  /** What counts from which slot on because of the entered change. */
  rows: { fromSlot: number; meter: MeterSpec }[];
  /** Changes whose old meter is known now, with the entered one. */
  changes: MeterChangeAt[];
};

/** Without what the division of binary fractions leaves behind. */
const DIGITS = 12;

/** A meter in the same pipe whose counts are of another size: what is believed of the flow stays the same water. */
const withCountsOf = (meter: MeterSpec, basePerCount: number): MeterSpec => {
  if (basePerCount === meter.basePerCount) return meter;
  const factor = meter.basePerCount / basePerCount;
  const scaled = (counts: number): number => Number((counts * factor).toPrecision(DIGITS));
  const { backDeadband: back } = meter;
  return {
    ...meter,
    basePerCount,
    maxPerHour: scaled(meter.maxPerHour),
    // no display steps by less than one
    ...(back !== undefined && { backDeadband: Math.max(Math.min(back, 1), scaled(back)) }),
  };
};

/** `basePerCount`: what was entered for the new meter; undefined where it counts as the one before. */
type Event = { slot: number; second: number; basePerCount: number | undefined };

/** Changes within one slot with what was entered for each: the row of the slot is the last one's. */
const eventsOf = (changes: readonly MeterChangeAt[], row: MeterInForce | undefined): Event[] =>
  changes.map(({ slot, second, oldBasePerCount }, at) => {
    const next = changes[at + 1];
    const isAlone = changes.length === 1;
    const fresh = next ? next.oldBasePerCount : row?.basePerCount;
    const isOwn = fresh !== undefined && (fresh !== oldBasePerCount || (!next && isAlone));
    return { slot, second, basePerCount: isOwn ? fresh : undefined };
  });

const isBefore = (a: Event, b: Event): number => a.slot - b.slot || a.second - b.second;

/**
 * The meters of a unit once a change is entered, in whatever order its changes are entered: those that came later follow from it, up
 * to the next meter that was set otherwise.
 * @param known `rows` oldest first; `changes` in order, without the opening reading of the first meter
 */
export const withMeterChange = (
  spec: MeterSpec,
  known: { rows: readonly MeterInForce[]; changes: readonly MeterChangeAt[] },
  entered: Event,
): MeterTimeline => {
  // where the step back is worked out from the flow, it is so for each
  const specOf = ({ fromSlot: _, backDeadband, ...row }: MeterInForce): MeterSpec => ({
    ...spec,
    ...row,
    ...(spec.backDeadband !== undefined && { backDeadband }),
  });
  const { slot } = entered;
  const earlier = known.rows.findLast(({ fromSlot }) => fromSlot < slot) ?? known.rows[0];
  let meter = earlier ? specOf(earlier) : spec;
  let [before, isSetOtherwise] = [meter, false];
  const [rows, changes]: [MeterTimeline['rows'], MeterChangeAt[]] = [[], []];
  const later = [slot, ...known.rows.map(({ fromSlot }) => fromSlot), ...known.changes.map((change) => change.slot)];
  for (const at of [...new Set(later)].filter((one) => one >= slot).sort((a, b) => a - b)) {
    const row = known.rows.find(({ fromSlot }) => fromSlot === at);
    const stored = known.changes.filter((change) => change.slot === at);
    const events = eventsOf(stored, row);
    // settings that began in the slot are not of the pipe as it was before
    const settings = row && stored.length === 0 ? specOf(row) : undefined;
    const again = events.findIndex(({ second }) => at === slot && second === entered.second);
    if (again >= 0) events[again] = { ...entered, basePerCount: entered.basePerCount ?? events[again]?.basePerCount };
    else if (at === slot) events.push(entered);
    const isOwn = events.some(({ basePerCount }) => basePerCount !== undefined);
    for (const event of events.sort(isBefore)) {
      if (at === slot && event.second === entered.second) before = meter;
      changes.push({ slot: at, second: event.second, oldBasePerCount: meter.basePerCount });
      if (event.basePerCount !== undefined) meter = withCountsOf(settings ?? meter, event.basePerCount);
    }
    isSetOtherwise = row !== undefined && !isOwn;
    if (isSetOtherwise) break;
    if (isOwn) rows.push({ fromSlot: at, meter });
  }
  return { before, now: isSetOtherwise ? spec : meter, rows, changes };
};
