import { LRUCache } from 'lru-cache';
import { dateOfDay } from '../../../core/shift.ts';
import { chooseWindow, type ReadContext, type ReadingReader } from '../../../historian/index.ts';
import type { Balancer } from './balancer.ts';
import { baselineZ, type DayBalance, dayBalanceOf, isBaselineAlarm } from './baseline.ts';
import { collect } from './collect.ts';
import { evaluateWindow } from './nodeBalance.ts';

/** How far back days are looked at for a baseline. */
export const HISTORY_DAYS = 60;
const MOST_KEPT = 64;
/** Days that are read at least: shorter windows would be read by hours. */
const FEWEST_DAYS = 3;
/** Reading a day or two again costs less than knowing whether late readings changed them. */
const UNSETTLED_DAYS = 2;

export type Baseline = { z: number | null; isWarning: boolean };

/** By node, then by day. */
type Days = DayBalance[][];

/** All series of a plan. */
export const seriesOfPlan = ({ plan }: Balancer): number[] => [...plan.meters, ...plan.stocks].map(({ seriesId }) => seriesId);

/** The last whole day up to `day`. */
export const lastWholeDay = ({ calendar, nowSlot }: Pick<ReadContext, 'calendar' | 'nowSlot'>, day: number): number => {
  let whole = Math.min(day, calendar.dayOfSlot(nowSlot));
  for (;;) {
    const { firstSlot, slots } = calendar.windowOfDay(whole);
    if (firstSlot + slots <= nowSlot) return whole;
    whole -= 1;
  }
};

/** Imbalance and inflow of every node on finished days; past days are kept until a reading of theirs changes. */
export class BalanceHistory {
  readonly #kept = new LRUCache<string, { balancer: Balancer; revision: string; days: Days }>({ max: MOST_KEPT });
  readonly #reader: ReadingReader;

  constructor(reader: ReadingReader) {
    this.#reader = reader;
  }

  /** By place of the node: the z of a whole day against its baseline, and whether it and the day before are in alarm. */
  async baselines(industryId: string, balancer: Balancer, source: ReadContext, day: number): Promise<Baseline[]> {
    const today = source.calendar.dayOfSlot(source.nowSlot);
    const settled = Math.min(day, today - UNSETTLED_DAYS);
    const old = await this.#settled(industryId, balancer, source, settled);
    const fresh = settled < day ? await this.#read(balancer, source, settled + 1, day) : balancer.plan.nodes.map(() => []);
    return balancer.plan.nodes.map((_, at) => {
      const zs = baselineZ([...(old[at] ?? []), ...(fresh[at] ?? [])].slice(-HISTORY_DAYS - 1));
      const z = zs.at(-1) ?? null;
      return { z, isWarning: isBaselineAlarm(z) && isBaselineAlarm(zs.at(-2)) };
    });
  }

  async #settled(industryId: string, balancer: Balancer, source: ReadContext, day: number): Promise<Days> {
    const key = `${industryId} ${day}`;
    // stocks of the first day begin at the end of the one before
    const revision = this.#reader.revision(seriesOfPlan(balancer), day - HISTORY_DAYS - 1, day);
    const kept = this.#kept.get(key);
    if (kept?.balancer === balancer && kept.revision === revision) return kept.days;
    const days = await this.#read(balancer, source, day - HISTORY_DAYS, day);
    this.#kept.set(key, { balancer, revision, days });
    return days;
  }

  async #read(balancer: Balancer, source: ReadContext, fromDay: number, toDay: number): Promise<Days> {
    const from = Math.max(0, Math.min(fromDay, toDay - FEWEST_DAYS + 1));
    const window = chooseWindow(source.calendar, 'CUSTOM', { date1: dateOfDay(from), date2: dateOfDay(toDay) });
    const { buckets } = await collect(balancer.plan, window, source);
    const days: Days = balancer.plan.nodes.map(() => []);
    for (const amounts of buckets.slice(Math.max(0, fromDay) - from)) {
      await source.pace.turn();
      evaluateWindow(balancer, amounts).nodes.forEach((balance, at) => {
        days[at]?.push(dayBalanceOf(balance));
      });
    }
    return days;
  }
}
