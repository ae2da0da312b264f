import { HOUR_MS } from '../core/time.ts';
import type { Disturbance } from './process/beverage.ts';
import { localMoment } from './process/localTime.ts';

/** A moment counted back from the shift day on which the demo was first started: local hour of the day so many days before. */
type Before = { daysBefore: number; hour: number };

/** What went wrong in the beverage plant, for tests, training and stories to find again. */
export type Incident =
  /** A counter of limited digits shows its last count; with the next flow it starts again from 0. */
  | { kind: 'rollover'; unit: string; at: Before }
  /** The meter is exchanged for one that begins at 0. */
  | { kind: 'meterChange'; unit: string; at: Before }
  /** A gateway is down: nothing is read behind it, the counters count on. */
  | { kind: 'gap'; connection: string; from: Before; hours: number }
  /** A constant loss; without `hours` it still runs. */
  | { kind: 'leak'; where: 'main' | 'line3'; m3h: number; from: Before; hours?: number }
  /** A shock load passes the effluent plant and its limits. */
  | { kind: 'upset'; unit: string; from: Before; hours: number };

export const incidents: readonly Incident[] = [
  { kind: 'meterChange', unit: 'borewell2', at: { daysBefore: 57, hour: 15 } },
  { kind: 'rollover', unit: 'municipal', at: { daysBefore: 38, hour: 8.5 } },
  // between the process main's meter and those of the lines: the node does not close
  { kind: 'leak', where: 'main', m3h: 3, from: { daysBefore: 30, hour: 9 }, hours: 6 * 24 },
  { kind: 'gap', connection: 'utilities', from: { daysBefore: 12, hour: 1.25 }, hours: 6.5 },
  // behind the meter of line 3: it never comes back to nothing at night
  { kind: 'leak', where: 'line3', m3h: 1.4, from: { daysBefore: 9, hour: 11 } },
  { kind: 'upset', unit: 'etpQuality', from: { daysBefore: 5, hour: 16 }, hours: 3 },
  { kind: 'gap', connection: 'effluent', from: { daysBefore: 2, hour: 14.25 }, hours: 1 },
];

/** Local day of the shift day that runs at a moment; the shift begins at 06:00. */
export const momentOf = (today: number, { daysBefore, hour }: Before): number => localMoment(today - daysBefore, hour);

/** [fromMs, toMs) of an incident that lasts. */
export function spanOf(today: number, incident: { from: Before; hours?: number }): { fromMs: number; toMs: number } {
  const fromMs = momentOf(today, incident.from);
  return { fromMs, toMs: incident.hours === undefined ? Number.POSITIVE_INFINITY : fromMs + incident.hours * HOUR_MS };
}

/** What of it the physics has to carry at any moment. */
export function disturbances(today: number): (timeMs: number) => Disturbance {
  const leaks = incidents.flatMap((one) => (one.kind === 'leak' ? [{ ...one, ...spanOf(today, one) }] : []));
  const upsets = incidents.flatMap((one) => (one.kind === 'upset' ? [spanOf(today, one)] : []));
  const runs = (timeMs: number) => (one: { fromMs: number; toMs: number }) => timeMs >= one.fromMs && timeMs < one.toMs;
  return (timeMs) => {
    const leaking = leaks.filter(runs(timeMs));
    const loss = (where: 'main' | 'line3') => leaking.reduce((sum, one) => sum + (one.where === where ? one.m3h : 0), 0);
    return { leaks: { main: loss('main'), line3: loss('line3') }, upset: upsets.some(runs(timeMs)) ? 1 : 0 };
  };
}
