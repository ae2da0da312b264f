import { lastUsed } from '../../../core/lastUsed.ts';
import { isCountedAt } from '../../../core/slots.ts';
import {
  measuredFlow,
  type ReadContext,
  type ReadingReader,
  type SlotRun,
  seriesOf,
  UNSETTLED_DAYS,
} from '../../../historian/index.ts';
import {
  countsSeldom,
  type PumpState,
  pumpState,
  REST_SLOTS,
  ratedFlowM3h,
  togetherState,
  type Unit,
} from '../../../plantModel/index.ts';
import { type DayLevels, dayLevels } from './levels.ts';
import type { Well } from './wells.ts';

/** Some 30 days each, of 300 bytes a day: of 50 wells two years, and their seasons of ten. */
const MOST_KEPT = 2500;

type Kept = { well: Well; revision: string; days: DayLevels[] };

const sameUnits = (one: Well, other: Well): boolean =>
  one.unit === other.unit &&
  one.pumped.length === other.pumped.length &&
  one.pumped.every((unit, at) => unit === other.pumped[at]);

/** What every day says of a well's level; finished days are kept until a reading of theirs changes. */
export class WellLevels {
  readonly #kept = lastUsed<string, Kept>(MOST_KEPT);
  readonly #reader: ReadingReader;

  constructor(reader: ReadingReader) {
    this.#reader = reader;
  }

  /** Days [fromDay, toDay] of at most a month, as far as they have begun. */
  async days(well: Well, source: ReadContext, fromDay: number, toDay: number): Promise<DayLevels[]> {
    const today = source.calendar.dayOfSlot(source.nowSlot);
    const settled = Math.min(toDay, today - UNSETTLED_DAYS);
    const last = Math.min(toDay, today);
    return [
      ...(settled >= fromDay ? await this.#settled(well, source, fromDay, settled) : []),
      ...(last > settled ? await this.#read(well, source, Math.max(fromDay, settled + 1), last) : []),
    ];
  }

  async #settled(well: Well, source: ReadContext, fromDay: number, toDay: number): Promise<DayLevels[]> {
    const { level } = well;
    if (!level) return [];
    const key = `${well.unit.industryId} ${well.unit.id} ${fromDay} ${toDay}`;
    const revision = this.#reader.revision([level.id], fromDay - 1, toDay + 1);
    const kept = this.#kept.get(key);
    if (kept && kept.revision === revision && sameUnits(kept.well, well)) return kept.days;
    const days = await this.#read(well, source, fromDay, toDay);
    this.#kept.set(key, { well, revision, days });
    return days;
  }

  async #read(well: Well, source: ReadContext, fromDay: number, toDay: number): Promise<DayLevels[]> {
    const { level } = well;
    if (!level || toDay < fromDay) return [];
    const { calendar, nowSlot, pace } = source;
    const firstSlot = calendar.windowOfDay(fromDay).firstSlot - REST_SLOTS;
    const { firstSlot: lastFirst, slots: lastSlots } = calendar.windowOfDay(toDay);
    // the slot after the last day says whether the pump runs on
    const endSlot = Math.max(firstSlot, Math.min(lastFirst + lastSlots + 1, nowSlot));
    const read = async (id: number | undefined): Promise<SlotRun | undefined> => {
      if (id === undefined) return undefined;
      await pace.turn();
      return this.#reader.slots(id, firstSlot, endSlot);
    };
    const levels = levelsOf(await read(level.id));
    const length = endSlot - firstSlot;
    const pumps: { flowM3h: Float64Array; ratedM3h: number | null }[] = [];
    for (const unit of well.pumped)
      pumps.push({
        flowM3h: measuredFlow(await read(idOf(unit, 'flow')), await read(idOf(unit, 'volume')), length),
        ratedM3h: ratedFlowM3h(unit),
      });
    await pace.turn();
    const pump = Array.from({ length }, (_, at): PumpState => {
      const states = pumps.map(({ flowM3h, ratedM3h }) => pumpState(flowM3h[at] ?? Number.NaN, ratedM3h));
      return togetherState(states);
    });
    // of a meter that counts seldom its register alone says for how long the pump ran
    const shown = countsSeldom(well.unit) ? measuredFlow(await read(idOf(well.unit, 'flow')), undefined, length) : undefined;
    const timed = shown && Array.from(shown, (flow) => pumpState(flow, ratedFlowM3h(well.unit)));
    const flowM3h = well.isPiezometer
      ? new Float64Array(length).fill(Number.NaN)
      : (pumps[0]?.flowM3h ?? new Float64Array(length));
    const days: DayLevels[] = [];
    for (let day = fromDay; day <= toDay; day += 1) {
      const window = calendar.windowOfDay(day);
      const [from, to] = [
        window.firstSlot - REST_SLOTS - firstSlot,
        Math.min(length, window.firstSlot + window.slots - firstSlot),
      ];
      if (to <= from + REST_SLOTS) break;
      await pace.turn();
      const slots = {
        levels: levels.subarray(from, to),
        pump: pump.slice(from, to),
        flowM3h: flowM3h.subarray(from, to),
        timed: timed?.slice(from, to),
      };
      const found = dayLevels(slots, REST_SLOTS, pump[to] === 'on');
      // a piezometer is not pumped: what runs are those of its neighbours
      days.push(well.isPiezometer ? { ...found, runs: [], runHours: null } : found);
    }
    return days;
  }
}

const idOf = (unit: Unit, param: string): number | undefined => seriesOf(unit, param)?.id;

const levelsOf = (run: SlotRun | undefined): Float64Array => {
  const levels = Float64Array.from(run?.values ?? []);
  for (let at = 0; at < levels.length; at += 1) if (!isCountedAt(run?.quality ?? '', at)) levels[at] = Number.NaN;
  return levels;
};
