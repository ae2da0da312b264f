import type { RawDocument } from '../../contract/user/deviceData.ts';
import { Failure } from '../../core/fail.ts';
import { round, roundSingle } from '../../core/round.ts';
import { dmyOfDay, isoOfSlot, mainSeries, qualitySeries, type ReadContext, type Window } from '../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';

/** 144,000 values: an answer of about 1.5 MB. */
const MOST_DOCUMENTS = 500;

const slotsOf = (
  series: SeriesInfo,
  firstSlot: number,
  slots: number,
  { reader }: ReadContext,
): { values: number[]; quality: string } => {
  const { values, quality } = reader.slots(series.id, firstSlot, firstSlot + slots);
  const shown = series.kind === 'counter' ? (value: number) => round(value, 3) : roundSingle;
  return { values: Array.from(values, (value, at) => (quality[at] === 'M' ? 0 : shown(value))), quality };
};

const documentOf = (unit: Unit, day: number, source: ReadContext): RawDocument => {
  const { reader, calendar } = source;
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const main = mainSeries(unit);
  const total = main && reader.dayTotals([main.id], day, day)[0];
  const empty = { values: Array<number>(slots).fill(0), quality: 'M'.repeat(slots) };
  const params = unit.type === 'quality' ? qualitySeries(unit) : [];
  return {
    unitId: unit.id,
    date: dmyOfDay(day),
    revision: total?.revision ?? 0,
    start: isoOfSlot(firstSlot),
    stepMinutes: 5,
    ...(main ? slotsOf(main, firstSlot, slots, source) : empty),
    ...(params.length > 0 && {
      params: Object.fromEntries(params.map((series) => [series.param, slotsOf(series, firstSlot, slots, source)])),
    }),
    counterOpen: total?.counterOpen ?? null,
    counterClose: total?.counterClose ?? null,
    events: (main ? reader.counterEvents([main.id], firstSlot, firstSlot + slots) : []).map(
      ({ slot, kind, before, after, note }) => ({
        at: isoOfSlot(slot),
        kind,
        before,
        after,
        ...(note && { note }),
      }),
    ),
  };
};

/**
 * The stored days of units, in stored units (litres, Wh, metres): one document per unit and day.
 * @throws Failure `parameter` when that would be more than 500.
 */
export const rawDocuments = async (units: readonly Unit[], window: Window, source: ReadContext): Promise<RawDocument[]> => {
  const days = window.toDay - window.fromDay + 1;
  if (days * units.length > MOST_DOCUMENTS)
    throw new Failure(
      'parameter',
      `formattedOutput=false would answer ${days * units.length} documents; at most ${MOST_DOCUMENTS}: ask for fewer days or one unitId`,
    );
  const documents: RawDocument[] = [];
  for (const unit of units)
    for (let day = window.fromDay; day <= window.toDay; day += 1) {
      await source.pace.turn();
      documents.push(documentOf(unit, day, source));
    }
  return documents;
};
