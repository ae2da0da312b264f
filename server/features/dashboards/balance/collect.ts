import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import { gather, jointLetter, type ReadContext, type Tally, type Window } from '../../../historian/index.ts';
import type { Amounts, MeterAmount, StockAmount } from './amounts.ts';
import type { BalancePlan } from './plan.ts';
import { type BoundaryStock, stockAt, stockChangeBetween } from './stockChanges.ts';

export type CollectedAmounts = { total: Amounts; buckets: readonly Amounts[] };

/**
 * @param slots in which each meter of the plan has to be known: what a meter that joined within them has measured since is no balance
 * with what the others measured.
 */
const amountOf = (tally: Tally | undefined, slots: number): MeterAmount | null =>
  tally === undefined || tally.sum === null
    ? null
    : {
        volumeL: tally.sum,
        estimatedL: tally.estimated,
        completeness: tally.expected > 0 ? Math.min(1, tally.complete / Math.max(tally.expected, slots)) : 0,
        quality: tally.expected < slots ? jointLetter([tally.quality, 'M']) : tally.quality,
      };

/** What every meter and tank of a plan measured in a window and in each of its buckets; a running window as far as it has come. */
export const collect = async (plan: BalancePlan, window: Window, source: ReadContext): Promise<CollectedAmounts> => {
  const { nowSlot, joinedSlot = 0 } = source;
  const gathered = await gather(
    source,
    plan.meters.map(({ seriesId }) => seriesId),
    window,
  );
  const ends = [window.fromSlot, ...window.buckets.map(({ toSlot }) => Math.max(window.fromSlot, Math.min(toSlot, nowSlot)))];
  const stocks: BoundaryStock[][] = [];
  for (const { seriesId } of plan.stocks) stocks.push(await stockAt(source, seriesId, ends));

  const amountsOf = (from: number, to: number, tallyOf: (seriesId: number) => Tally | undefined): Amounts => {
    const [fromSlot, toSlot] = [ends[from] ?? 0, ends[to] ?? 0];
    const hasPassed = toSlot > fromSlot;
    const slots = Math.max(0, toSlot - Math.max(fromSlot, joinedSlot));
    return {
      meters: plan.meters.map(({ seriesId }) => (hasPassed ? amountOf(tallyOf(seriesId), slots) : null)),
      stocks: plan.stocks.map((stock, at): StockAmount | null =>
        hasPassed ? stockChangeBetween(stock, stocks[at]?.[from], stocks[at]?.[to], source) : null,
      ),
      days: slots / SLOTS_PER_DAY,
    };
  };
  const buckets: Amounts[] = [];
  for (const at of window.buckets.keys()) {
    await source.pace.turn();
    buckets.push(amountsOf(at, at + 1, (id) => gathered.get(id)?.buckets[at]));
  }
  return { total: amountsOf(0, ends.length - 1, (id) => gathered.get(id)?.total), buckets };
};
