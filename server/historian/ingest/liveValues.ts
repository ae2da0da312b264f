import type { FieldQuality } from '../../contract/model/field.ts';
import { tankVolume } from '../../contract/model/tankVolume.ts';
import type { Bus, LiveUpdate } from '../../core/bus.ts';
import { code, isCounted, letterOf, slotOf } from '../../core/slots.ts';
import type { LatestValue } from '../read/reader.ts';
import type { SeriesPlan, SeriesRule } from '../slots/seriesRule.ts';
import type { SlotEngine } from '../slots/slotEngine.ts';

/** Written over by each sample: what is made anew for each of thousands of series every second outlives the young heap. */
export type LatestSample = {
  info: SeriesPlan['info'];
  industryId: string;
  /** How the display of a counter becomes stored units; null for what is no counter. */
  counter: CounterRule | null;
  /** How a level becomes the volume of this tank; null for what is none. */
  shape: TankRule['shape'] | null;
  /** Volumes that come from this level. */
  tanks: readonly LatestSample[];
  /** NaN where the last attempt brought none. */
  value: number;
  quality: FieldQuality;
  /** Of the last good value; NaN before the first. */
  atMs: number;
  /** NaN before the first. */
  lastGood: number;
  /** There was a sample. */
  isKnown: boolean;
  /** It waits for being published. */
  isFresh: boolean;
};

type CounterRule = Extract<SeriesRule, { how: 'counter' }>;
type TankRule = Extract<SeriesRule, { how: 'tank' }>;
type Known = Pick<LatestSample, 'value' | 'quality' | 'atMs' | 'lastGood' | 'isKnown' | 'isFresh'>;

const unknown: Known = {
  value: Number.NaN,
  quality: 'STALE',
  atMs: Number.NaN,
  lastGood: Number.NaN,
  isKnown: false,
  isFresh: false,
};

const noTanks: readonly LatestSample[] = [];

/** What is looked at with each sample stands here and not behind its plan: each thing that is somewhere else is waited for. */
const latestOf = ({ info, rule }: SeriesPlan, { value, quality, atMs, lastGood, isKnown }: Known): LatestSample => ({
  info,
  industryId: info.industryId,
  counter: rule.how === 'counter' ? rule : null,
  shape: rule.how === 'tank' ? rule.shape : null,
  tanks: noTanks,
  value,
  quality,
  atMs,
  lastGood,
  isKnown,
  isFresh: false,
});

const orNull = (number: number): number | null => (Number.isNaN(number) ? null : number);

const shownOf = ({ value, quality, atMs }: LatestSample) => ({ value: orNull(value), quality, atMs: orNull(atMs) });

/** Made when somebody reads them, which must be at once. */
function* updatesOf(fresh: readonly LatestSample[], industryId: string): Generator<LiveUpdate> {
  for (const latest of fresh)
    if (latest.industryId === industryId) yield { unitId: latest.info.unitId, param: latest.info.param, ...shownOf(latest) };
}

/** The latest sample of every series, in stored units: a totalizer's reading in litres, a tank's volume beside its level. */
export class LiveValues {
  readonly #engine: SlotEngine;
  readonly #bus: Bus;
  #latest = new Map<number, LatestSample>();
  #fresh: LatestSample[] = [];

  constructor(engine: SlotEngine, bus: Bus) {
    this.#engine = engine;
    this.#bus = bus;
  }

  /** @param fed series that readings come for; of any other it is no longer known what it shows. */
  follow(plans: readonly SeriesPlan[], fed: ReadonlySet<number>): void {
    const before = this.#latest;
    this.#latest = new Map(plans.map((plan) => [plan.info.id, latestOf(plan, before.get(plan.info.id) ?? unknown)]));
    const tanks = Map.groupBy(plans, ({ rule }) => (rule.how === 'tank' ? rule.levelId : -1));
    for (const [levelId, own] of tanks) {
      const latest = this.#latest.get(levelId);
      if (latest) latest.tanks = own.map(({ info }) => this.#latest.get(info.id)).filter((tank) => tank !== undefined);
    }
    this.#fresh = [];
    for (const { info, rule } of plans) {
      const latest = this.#latest.get(info.id);
      const isFed = fed.has(rule.how === 'tank' ? rule.levelId : info.id);
      if (!isFed && latest?.isKnown && latest.quality !== 'STALE') this.#keep(latest, Number.NaN, 'STALE', latest.atMs);
    }
  }

  /** Where the samples of a series are kept until `follow` is called again. */
  of(seriesId: number): LatestSample | undefined {
    return this.#latest.get(seriesId);
  }

  /** A failed read has no value, but says when the last good one was. Samples older than the known one are late data. */
  take(latest: LatestSample, value: number | null, quality: FieldQuality, atMs: number): void {
    if (latest.isKnown && atMs < latest.atMs) return;
    const lastGoodMs = value === null ? latest.atMs : atMs;
    const { counter, tanks } = latest;
    const shown = value !== null && counter ? value * counter.meterAt(slotOf(atMs)).basePerCount : value;
    this.#keep(latest, shown ?? Number.NaN, quality, lastGoodMs);
    if (tanks === noTanks) return;
    for (const tank of tanks)
      if (tank.shape) {
        const volumeL = value === null ? Number.NaN : tankVolume(tank.shape, value).volumeM3 * 1000;
        this.#keep(tank, volumeL, quality, lastGoodMs);
      }
  }

  /** Publishes what arrived since the last call, one message per industry. */
  publish(): void {
    const fresh = this.#fresh;
    if (fresh.length === 0) return;
    this.#fresh = [];
    const industryIds: string[] = [];
    for (const latest of fresh) {
      latest.isFresh = false;
      // of one industry as a rule: there is nothing to look up
      if (latest.industryId !== industryIds.at(-1) && !industryIds.includes(latest.industryId))
        industryIds.push(latest.industryId);
    }
    for (const industryId of industryIds) this.#bus.emit('liveValues', { industryId, values: updatesOf(fresh, industryId) });
  }

  /** Undefined before the first sample. */
  latest(seriesId: number): LatestValue | undefined {
    const latest = this.#latest.get(seriesId);
    if (!latest?.isKnown) return undefined;
    const hasLast = Number.isNaN(latest.value) && !Number.isNaN(latest.lastGood);
    return {
      ...shownOf(latest),
      slotQuality: letterOf(this.#slotLetter(seriesId)),
      ...(hasLast && { lastValue: latest.lastGood }),
    };
  }

  /** The quality that `latest` says, without the rest of it. */
  quality(seriesId: number): FieldQuality | undefined {
    const latest = this.#latest.get(seriesId);
    return latest?.isKnown ? latest.quality : undefined;
  }

  /** Of the running slot as soon as it has one, else of the last that closed. */
  #slotLetter(seriesId: number): number {
    const series = this.#engine.find(seriesId);
    const closed = this.#engine.closedThrough;
    if (!series || !Number.isFinite(closed)) return code.M;
    const letters = [closed + 1, closed].map((slot) => {
      const block = series.days.known(series.days.calendar.dayOfSlot(slot))?.block;
      return block?.quality[slot - block.firstSlot] ?? code.M;
    });
    return letters.find(isCounted) ?? letters[1] ?? code.M;
  }

  #keep(latest: LatestSample, value: number, quality: FieldQuality, atMs: number): void {
    latest.value = value;
    latest.quality = quality;
    latest.atMs = atMs;
    latest.isKnown = true;
    if (!Number.isNaN(value)) latest.lastGood = value;
    if (!latest.isFresh) this.#fresh.push(latest);
    latest.isFresh = true;
  }
}
