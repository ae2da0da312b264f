import { lastUsed } from '../../../core/lastUsed.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import type { ReadContext } from '../../../historian/index.ts';
import { idleKinds, type RoEvent, type RoPlan } from './model.ts';
import type { Coefficients } from './normalize.ts';
import { readSlots } from './slots.ts';
import { emptySums, medianOf, pointsOf, type RoSums, sumRoSlots } from './tally.ts';

/** More than an hour of running makes a day that can be evaluated. */
export const FEWEST_POINTS = 13;
const MOST_KEPT = 8000;

/** One shift day of one plant. */
export type RoDay = {
  day: number;
  sums: RoSums;
  /** Null on a day with less than an hour of steady running. */
  medians: Coefficients | null;
  /** Changes with what it was worked out from; undefined while the day runs or is not settled. */
  signature: string | undefined;
};

/** Times that no figure counts, whole slots. */
export const idleSpans = (events: readonly RoEvent[], plantId: string): { fromSlot: number; toSlot: number }[] =>
  events
    .filter((event) => event.plantId === plantId && idleKinds.has(event.kind))
    .map(({ startMs, endMs }) => {
      const fromSlot = Math.floor(startMs / SLOT_MS);
      return { fromSlot, toSlot: Math.max(fromSlot + 1, Math.ceil(endMs / SLOT_MS)) };
    });

type Revision = { sum: number; rows: number; isClosed: boolean };

/** Days of plants, worked out from their slots; closed days are kept until a reading or an entry in the log changes them. */
export class RoDays {
  readonly #kept = lastUsed<string, RoDay & { signature: string }>(MOST_KEPT);

  /** @param events of the log, of any plant. */
  async days(
    plan: RoPlan,
    source: ReadContext,
    events: readonly RoEvent[],
    { fromDay, toDay }: { fromDay: number; toDay: number },
  ): Promise<RoDay[]> {
    await source.pace.turn();
    const revisions = this.#revisions(plan, source, fromDay, toDay);
    const idle = idleSpans(events, plan.plantId);
    const days: RoDay[] = [];
    for (let day = fromDay; day <= toDay; day += 1) {
      await source.pace.turn();
      days.push(this.#day(plan, source, idle, { day, own: revisions.get(day), before: revisions.get(day - 1) }));
    }
    return days;
  }

  #day(
    plan: RoPlan,
    { reader, calendar, nowSlot }: ReadContext,
    allIdle: readonly { fromSlot: number; toSlot: number }[],
    { day, own, before }: { day: number; own: Revision | undefined; before: Revision | undefined },
  ): RoDay {
    const { firstSlot, slots: length } = calendar.windowOfDay(day);
    const toSlot = firstSlot + length;
    const idle = allIdle.filter((span) => span.fromSlot < toSlot && span.toSlot > firstSlot);
    const isSettled = toSlot <= nowSlot && (own?.isClosed ?? true) && (before?.isClosed ?? true);
    const signature = isSettled
      ? [own?.rows ?? 0, own?.sum ?? 0, before?.sum ?? 0, firstSlot, length, JSON.stringify(idle), plan.key].join('|')
      : undefined;
    const key = `${plan.plantId} ${plan.seriesIds[0] ?? ''} ${day}`;
    const kept = this.#kept.get(key);
    if (kept && kept.signature === signature) return kept;
    const end = Math.max(0, Math.min(length, nowSlot - firstSlot));
    if (own === undefined || end === 0) return { day, sums: emptySums(), medians: null, signature };
    const slots = readSlots(reader, plan, { fromSlot: firstSlot, toSlot }, idle);
    const medians = plan.missingTags.length > 0 ? null : medianOf(pointsOf(slots, 0, end), FEWEST_POINTS);
    const found = { day, sums: sumRoSlots(slots, { from: 0, to: length, end }), medians, signature };
    if (signature !== undefined) this.#keep(key, { ...found, signature });
    return found;
  }

  #keep(key: string, day: RoDay & { signature: string }): void {
    this.#kept.set(key, day);
  }

  /** By day: what the revisions of its series add up to; a series whose day is open has none yet. */
  #revisions(plan: RoPlan, { reader }: ReadContext, fromDay: number, toDay: number): Map<number, Revision> {
    const found = new Map<number, Revision>();
    for (const { day, revision } of reader.dayTotals(plan.seriesIds, fromDay - 1, toDay)) {
      const known = found.get(day) ?? { sum: 0, rows: 0, isClosed: true };
      found.set(day, { sum: known.sum + revision, rows: known.rows + 1, isClosed: known.isClosed && revision > 0 });
    }
    return found;
  }
}
