import { lastUsed } from '../../../core/lastUsed.ts';
import { dateOfDay } from '../../../core/shift.ts';
import { chooseWindow, type ReadContext, type ReadingReader, UNSETTLED_DAYS } from '../../../historian/index.ts';
import type { Balancer } from './balancer.ts';
import { baselineZ, type DayBalance, dayBalanceOf, isBaselineAlarm } from './baseline.ts';
import { collect } from './collect.ts';
import { evaluateWindow } from './nodeBalance.ts';

/** How far back days are looked at for a baseline. */
export const HISTORY_DAYS = 60;
/** Of all plants together: the history of some months that are looked through day by day. */
const MOST_DAYS = 400;
/** Days that are read at least: shorter windows would be read by hours. */
const FEWEST_DAYS = 3;

export type Baseline = { z: number | null; isWarning: boolean };

/** Of one day, by place of the node. */
type NodesOfDay = readonly DayBalance[];

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

/** Imbalance and inflow of every node on finished days; each past day is kept until a reading of it or of the day before changes. */
export class BalanceHistory {
  readonly #kept = lastUsed<string, { balancer: Balancer; revision: string; nodes: NodesOfDay }>(MOST_DAYS);
  readonly #reader: ReadingReader;

  constructor(reader: ReadingReader) {
    this.#reader = reader;
  }

  /** By place of the node: the z of a whole day against its baseline, and whether it and the day before are in alarm. */
  async baselines(industryId: string, balancer: Balancer, source: ReadContext, day: number): Promise<Baseline[]> {
    const today = source.calendar.dayOfSlot(source.nowSlot);
    const settled = Math.min(day, today - UNSETTLED_DAYS);
    const old = await this.#settled(industryId, balancer, source, settled);
    const fresh = settled < day ? await this.#read(balancer, source, settled + 1, day) : [];
    const days = [...old, ...fresh].slice(-HISTORY_DAYS - 1);
    return balancer.plan.nodes.map((_, at) => {
      const zs = baselineZ(days.map((nodes) => nodes[at] ?? null));
      const z = zs.at(-1) ?? null;
      return { z, isWarning: isBaselineAlarm(z) && isBaselineAlarm(zs.at(-2)) };
    });
  }

  /** The days up to `toDay`; those that are not kept are read, as many at once as follow each other. */
  async #settled(industryId: string, balancer: Balancer, source: ReadContext, toDay: number): Promise<NodesOfDay[]> {
    const series = seriesOfPlan(balancer);
    const fromDay = Math.max(0, toDay - HISTORY_DAYS);
    // stocks of a day begin at the end of the one before; asked before the readings, so that what comes meanwhile is read next time
    const revisions = Array.from({ length: toDay - fromDay + 1 }, (_, at) =>
      this.#reader.revision(series, fromDay + at - 1, fromDay + at),
    );
    const found = revisions.map((revision, at) => {
      const kept = this.#kept.get(`${industryId} ${fromDay + at}`);
      return kept?.balancer === balancer && kept.revision === revision ? kept.nodes : undefined;
    });
    for (let at = 0; at < found.length; at += 1) {
      if (found[at]) continue;
      const next = found.findIndex((nodes, place) => place > at && nodes !== undefined);
      const end = next < 0 ? found.length : next;
      const read = await this.#read(balancer, source, fromDay + at, fromDay + end - 1);
      for (const [place, nodes] of read.entries()) {
        found[at + place] = nodes;
        const revision = revisions[at + place] ?? '';
        this.#kept.set(`${industryId} ${fromDay + at + place}`, { balancer, revision, nodes });
      }
      at = end;
    }
    return found.map((nodes) => nodes ?? []);
  }

  async #read(balancer: Balancer, source: ReadContext, fromDay: number, toDay: number): Promise<NodesOfDay[]> {
    const from = Math.max(0, Math.min(fromDay, toDay - FEWEST_DAYS + 1));
    const window = chooseWindow(source.calendar, 'CUSTOM', { date1: dateOfDay(from), date2: dateOfDay(toDay) });
    const { buckets } = await collect(balancer.plan, window, source);
    const days: NodesOfDay[] = [];
    for (const amounts of buckets.slice(Math.max(0, fromDay) - from)) {
      await source.pace.turn();
      days.push(evaluateWindow(balancer, amounts).nodes.map(dayBalanceOf));
    }
    return days;
  }
}
