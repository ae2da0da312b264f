import type { FieldQuality } from '../../contract/model/field.ts';
import { tankVolume } from '../../contract/model/tankVolume.ts';
import type { Bus, LiveUpdate } from '../../core/bus.ts';
import { code, isCounted, letterOf, slotOf } from '../../core/slots.ts';
import type { LatestValue } from '../read/reader.ts';
import type { SeriesPlan } from '../slots/seriesRule.ts';
import type { SlotEngine } from '../slots/slotEngine.ts';

type Latest = { value: number | null; quality: FieldQuality; atMs: number | null };

/** The latest sample of every series, in stored units: a totalizer's reading in litres, a tank's volume beside its level. */
export class LiveValues {
  readonly #engine: SlotEngine;
  readonly #bus: Bus;
  readonly #latest = new Map<number, Latest>();
  /** The last good value of what has none now. */
  readonly #lastGood = new Map<number, number>();
  #plans = new Map<number, SeriesPlan>();
  /** Tank volumes by the level they come from. */
  #tanks = new Map<number, SeriesPlan[]>();
  #fresh = new Set<number>();

  constructor(engine: SlotEngine, bus: Bus) {
    this.#engine = engine;
    this.#bus = bus;
  }

  follow(plans: readonly SeriesPlan[]): void {
    this.#plans = new Map(plans.map((plan) => [plan.info.id, plan]));
    this.#tanks = Map.groupBy(
      plans.filter(({ rule }) => rule.how === 'tank'),
      ({ rule }) => (rule.how === 'tank' ? rule.levelId : -1),
    );
    for (const id of this.#latest.keys()) {
      if (this.#plans.has(id)) continue;
      this.#latest.delete(id);
      this.#lastGood.delete(id);
    }
  }

  /** A failed read has no value, but says when the last good one was. Samples older than the known one are late data. */
  take(seriesId: number, value: number | null, quality: FieldQuality, atMs: number): void {
    const plan = this.#plans.get(seriesId);
    if (!plan) return;
    const known = this.#latest.get(seriesId);
    if (known?.atMs && atMs < known.atMs) return;
    const lastGoodMs = value === null ? (known?.atMs ?? null) : atMs;
    const { rule } = plan;
    const shown = value !== null && rule.how === 'counter' ? value * rule.meterAt(slotOf(atMs)).basePerCount : value;
    this.#keep(seriesId, { value: shown, quality, atMs: lastGoodMs });
    for (const tank of this.#tanks.get(seriesId) ?? [])
      if (tank.rule.how === 'tank')
        this.#keep(tank.info.id, {
          value: value === null ? null : tankVolume(tank.rule.shape, value).volumeM3 * 1000,
          quality,
          atMs: lastGoodMs,
        });
  }

  /** Publishes what arrived since the last call, one message per industry. */
  publish(): void {
    if (this.#fresh.size === 0) return;
    const updates = [...this.#fresh].flatMap((seriesId): { industryId: string; update: LiveUpdate }[] => {
      const info = this.#plans.get(seriesId)?.info;
      const latest = this.#latest.get(seriesId);
      if (!info || !latest) return [];
      return [{ industryId: info.industryId, update: { unitId: info.unitId, param: info.param, ...latest } }];
    });
    this.#fresh = new Set();
    for (const [industryId, values] of Map.groupBy(updates, (entry) => entry.industryId))
      this.#bus.emit('liveValues', { industryId, values: values.map(({ update }) => update) });
  }

  /** Undefined before the first sample. */
  latest(seriesId: number): LatestValue | undefined {
    const latest = this.#latest.get(seriesId);
    if (!latest) return undefined;
    const lastValue = latest.value === null ? this.#lastGood.get(seriesId) : undefined;
    return { ...latest, slotQuality: letterOf(this.#slotLetter(seriesId)), ...(lastValue !== undefined && { lastValue }) };
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

  #keep(seriesId: number, latest: Latest): void {
    if (latest.value !== null) this.#lastGood.set(seriesId, latest.value);
    this.#latest.set(seriesId, latest);
    this.#fresh.add(seriesId);
  }
}
