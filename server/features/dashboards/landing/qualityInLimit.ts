import { createHash } from 'node:crypto';
import { lastUsed } from '../../../core/lastUsed.ts';
import { firstDayOfSlots, qualitySeries, type ServingContext } from '../../../historian/index.ts';
import type { SeriesInfo, Unit, UnitDirectory } from '../../../plantModel/index.ts';
import { quartersBasis, quartersOut, quartersOutOfDay } from '../../readings/index.ts';
import { passedOf } from './likeForLike.ts';

/** About 200 bytes each: a year beside the year before, of twenty industries. */
const MOST_KEPT = 15_000;

export type Quarters = { evaluated: number; out: number };
type Limited = { unit: Unit; series: SeriesInfo };

/** Parameters of quality units that have a limit. */
const limitedParams = (directory: UnitDirectory, industryId: string): Limited[] =>
  directory
    .units(industryId)
    .filter(({ deployed, type }) => deployed && type === 'quality')
    .flatMap((unit) =>
      qualitySeries(unit)
        .filter(({ param }) => {
          const { lt = null, ht = null } = unit.meta.params?.[param] ?? {};
          return lt !== null || ht !== null;
        })
        .map((series) => ({ unit, series })),
    );

const sumOf = async (
  limited: readonly Limited[],
  source: ServingContext,
  of: (unit: Unit, series: SeriesInfo) => Quarters,
): Promise<Quarters> => {
  const sum: Quarters = { evaluated: 0, out: 0 };
  for (const { unit, series } of limited) {
    await source.pace.turn();
    const { evaluated, out } = of(unit, series);
    sum.evaluated += evaluated;
    sum.out += out;
  }
  return sum;
};

/** Of a day that is over: from what was worked out of all parameters together, else of each. */
const wholeDay = async (
  industryId: string,
  limited: readonly Limited[],
  day: number,
  source: ServingContext,
): Promise<Quarters> => {
  const { firstSlot, slots } = source.calendar.windowOfDay(day);
  const limits = limited.map(({ unit, series }) => `${series.id} ${quartersBasis(unit, series, source)}`).join('\n');
  const basis = `${firstSlot} ${slots} ${createHash('sha256').update(limits).digest('base64url')}`;
  const asked = { kind: 'in limits 1', subject: industryId, industryId };
  const remembered = source.reader.figures?.of(asked, day, day)(day, basis);
  const [evaluated = null, out = null] = remembered?.known ?? [];
  if (evaluated !== null && out !== null) return { evaluated, out };
  const quarters = await sumOf(limited, source, (unit, series) => quartersOutOfDay(unit, series, day, source));
  remembered?.keep([quarters.evaluated, quarters.out]);
  return quarters;
};

/** Quarter hours within their limits over the days of a plant; a day is evaluated once for each revision of its readings. */
export class QualityInLimit {
  readonly #directory: UnitDirectory;
  readonly #kept = lastUsed<string, { revision: string; quarters: Quarters }>(MOST_KEPT);

  constructor(directory: UnitDirectory) {
    this.#directory = directory;
  }

  /** Of the days [fromDay, toDay] as far as they have passed. */
  async over(industryId: string, fromDay: number, toDay: number, source: ServingContext): Promise<Quarters> {
    const limited = limitedParams(this.#directory, industryId);
    const total: Quarters = { evaluated: 0, out: 0 };
    if (limited.length === 0) return total;
    for (let day = firstDayOfSlots(source, industryId, fromDay); day <= toDay && passedOf(day, source) > 0; day += 1) {
      const { evaluated, out } = await this.#day(industryId, limited, day, source);
      total.evaluated += evaluated;
      total.out += out;
    }
    return total;
  }

  async #day(industryId: string, limited: readonly Limited[], day: number, source: ServingContext): Promise<Quarters> {
    const passed = passedOf(day, source);
    const ids = limited.map(({ series }) => series.id);
    // limits belong to the units' versions; a running day changes with every quarter hour that ends, not with every sample
    const isRunning = passed < source.calendar.windowOfDay(day).slots;
    const versions = limited.map(({ unit, series }) => `${series.id}.${unit.version}`).join();
    const isCut = isRunning && source.endSlot !== undefined;
    const passedMark = isRunning ? `${Math.floor(source.nowSlot / 3)} ` : '';
    const readingsMark = isRunning && !isCut ? '' : `${source.reader.revision(ids, day, day)} `;
    const revision = `${passedMark}${readingsMark}${versions}`;
    const key = `${industryId} ${day}${isCut ? ' cut' : ''}`;
    const kept = this.#kept.get(key);
    if (kept?.revision === revision) return kept.quarters;
    const quarters = isRunning
      ? await sumOf(limited, source, (unit, series) => {
          const { firstSlot } = source.calendar.windowOfDay(day);
          return quartersOut(unit, series, { fromSlot: firstSlot, toSlot: firstSlot + passed }, source);
        })
      : await wholeDay(industryId, limited, day, source);
    this.#kept.set(key, { revision, quarters });
    return quarters;
  }
}

/** 100 (evaluated - out) / evaluated; null where nothing was evaluated. */
export const inLimitPct = ({ evaluated, out }: Quarters): number | null =>
  evaluated > 0 ? (100 * (evaluated - out)) / evaluated : null;
