import { createHash } from 'node:crypto';
import { lastUsed } from '../../../core/lastUsed.ts';
import { firstQuarter, SLOTS_PER_QUARTER } from '../../../core/slots.ts';
import { firstDayOfSlots, linkedFlow, qualitySeries, type ServingContext, shownUnits } from '../../../historian/index.ts';
import type { SeriesInfo, Unit, UnitDirectory } from '../../../plantModel/index.ts';
import { quartersBasis, quartersOut, quartersOutOfDay } from '../../readings/index.ts';
import { passedOf } from './likeForLike.ts';

/** About 200 bytes each: a year beside the year before, of twenty industries. */
const MOST_KEPT = 15_000;

export type Quarters = { evaluated: number; out: number };
type Limited = { unit: Unit; series: SeriesInfo };
/** A plant's parameters with a limit, and all but readings that decides about their quarter hours. */
type Asked = { industryId: string; limited: readonly Limited[]; settings: string };

/** Parameters of quality units that have a limit. */
const limitedParams = (directory: UnitDirectory, industryId: string): Limited[] =>
  shownUnits(directory, industryId)
    .filter(({ type }) => type === 'quality')
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
const wholeDay = async ({ industryId, limited, settings }: Asked, day: number, source: ServingContext): Promise<Quarters> => {
  const { firstSlot, slots } = source.calendar.windowOfDay(day);
  const basis = `${firstSlot} ${slots} ${settings}`;
  const asked = { kind: 'in limits 1', subject: industryId, industryId };
  const remembered = source.reader.figures?.of(asked, day, day)(day, basis);
  const [evaluated = null, out = null] = remembered?.known ?? [];
  if (evaluated !== null && out !== null) return { evaluated, out };
  const quarters = await sumOf(limited, source, (unit, series) => quartersOutOfDay(unit, series, day, source));
  remembered?.keep([quarters.evaluated, quarters.out]);
  return quarters;
};

/**
 * What grows with every change of slots that were over, in the readings of the parameters and of their water, but not with each sample of
 * the slot that runs; undefined where a slot that counts may still change without it.
 */
const changesBefore = (
  { limited }: Asked,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
  { reader, unitOf }: ServingContext,
): string | undefined => {
  if (!reader.kept) return undefined;
  const changes: (number | undefined)[] = [];
  for (const { unit, series } of limited)
    for (const id of [series.id, linkedFlow(unit, unitOf)?.volume.id]) {
      const kept = id === undefined ? undefined : reader.kept(id, fromSlot, toSlot);
      if (kept && kept.steadyBefore < toSlot) return undefined;
      changes.push(kept?.changes);
    }
  return `${fromSlot} ${changes.join()}`;
};

/** Quarter hours within their limits over the days of a plant; a day is evaluated once for each revision of its readings. */
export class QualityInLimit {
  readonly #directory: UnitDirectory;
  readonly #kept = lastUsed<string, { revision: string; quarters: Quarters }>(MOST_KEPT);

  constructor(directory: UnitDirectory) {
    this.#directory = directory;
  }

  /** The parameters that are held against limits. */
  limited(industryId: string): readonly Limited[] {
    return limitedParams(this.#directory, industryId);
  }

  /** Of the days [fromDay, toDay] as far as they have passed, and of the quarter hours between them that a shift's start divides. */
  async over(industryId: string, fromDay: number, toDay: number, source: ServingContext): Promise<Quarters> {
    const limited = limitedParams(this.#directory, industryId);
    const total: Quarters = { evaluated: 0, out: 0 };
    const add = ({ evaluated, out }: Quarters): void => {
      total.evaluated += evaluated;
      total.out += out;
    };
    if (limited.length === 0) return total;
    const limits = limited.map(({ unit, series }) => `${series.id} ${quartersBasis(unit, series, source)}`).join('\n');
    const asked = { industryId, limited, settings: createHash('sha256').update(limits).digest('base64url') };
    const firstDay = firstDayOfSlots(source, industryId, fromDay);
    for (let day = firstDay; day <= toDay && passedOf(day, source) > 0; day += 1) {
      add(await this.#day(asked, day, source));
      if (day > firstDay) add(await this.#startOf(asked, day, source));
    }
    return total;
  }

  /** The quarter hour that the start of a day divides, once it is over. */
  async #startOf({ industryId, limited, settings }: Asked, day: number, source: ServingContext): Promise<Quarters> {
    const { firstSlot } = source.calendar.windowOfDay(day);
    const toSlot = firstQuarter(firstSlot);
    if (toSlot === firstSlot || toSlot > source.nowSlot) return { evaluated: 0, out: 0 };
    const ids = limited.map(({ series }) => series.id);
    const revision = `${source.reader.revision(ids, day - 1, day)} ${settings}`;
    const key = `${industryId} ${day} start`;
    const kept = this.#kept.get(key);
    if (kept?.revision === revision) return kept.quarters;
    const span = { fromSlot: toSlot - SLOTS_PER_QUARTER, toSlot };
    const quarters = await sumOf(limited, source, (unit, series) => quartersOut(unit, series, span, source));
    this.#kept.set(key, { revision, quarters });
    return quarters;
  }

  async #day(asked: Asked, day: number, source: ServingContext): Promise<Quarters> {
    const { industryId, limited, settings } = asked;
    const { firstSlot, slots } = source.calendar.windowOfDay(day);
    const passed = passedOf(day, source);
    const span = { fromSlot: firstSlot, toSlot: firstSlot + passed };
    const isRunning = passed < slots;
    const isCut = isRunning && source.endSlot !== undefined;
    // a running day changes with every quarter hour that ends, not with every sample
    const passedMark = isRunning ? `${Math.floor(source.nowSlot / 3)} ` : '';
    const readings = (): string =>
      source.reader.revision(
        limited.map(({ series }) => series.id),
        day,
        day,
      );
    const readingsMark = (isRunning && !isCut ? changesBefore(asked, span, source) : undefined) ?? readings();
    const revision = `${passedMark}${readingsMark} ${settings}`;
    const key = `${industryId} ${day}${isCut ? ' cut' : ''}`;
    const kept = this.#kept.get(key);
    if (kept?.revision === revision) return kept.quarters;
    const quarters = isRunning
      ? await sumOf(limited, source, (unit, series) => quartersOut(unit, series, span, source))
      : await wholeDay(asked, day, source);
    this.#kept.set(key, { revision, quarters });
    return quarters;
  }
}

/** 100 (evaluated - out) / evaluated; null where nothing was evaluated. */
export const inLimitPct = ({ evaluated, out }: Quarters): number | null =>
  evaluated > 0 ? (100 * (evaluated - out)) / evaluated : null;
