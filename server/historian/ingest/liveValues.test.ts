import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FieldQuality } from '../../contract/model/field.ts';
import { tankVolume } from '../../contract/model/tankVolume.ts';
import type { TankShape } from '../../contract/model/units.ts';
import { Bus } from '../../core/bus.ts';
import { slotOf } from '../../core/slots.ts';
import { Calendars } from '../../plantModel/index.ts';
import { silent } from '../../test/httpRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import type { SeriesPlan, SeriesRule } from '../slots/seriesRule.ts';
import { SlotEngine } from '../slots/slotEngine.ts';
import { LiveValues } from './liveValues.ts';

const shape: TankShape = { shape: 'vertical_cylinder', diameter: 2, height: 3 };
const counts = { modulus: 1000, maxPerHour: 100, backDeadband: 0 };
/** A count is worth ten times as much from slot 10 on. */
const meterAt = (slot: number) => ({ ...counts, basePerCount: slot < 10 ? 5 : 50 });
const plan = (id: number, industryId: string, rule: SeriesRule): SeriesPlan => ({
  info: { id, uid: `${id}`, unitId: `u${id}`, industryId, param: 'p', kind: 'gauge', measure: 'm' },
  rule,
});
const plans = [
  plan(1, 'A', { how: 'mean' }),
  plan(2, 'B', { how: 'counter', meterAt, changes: [] }),
  plan(3, 'A', { how: 'last' }),
  plan(4, 'A', { how: 'tank', levelId: 3, shape }),
  plan(5, 'B', { how: 'tank', levelId: 3, shape: { ...shape, diameter: 1 } }),
  plan(6, 'B', { how: 'mean' }),
];

type Shown = { value: number | null; quality: FieldQuality; atMs: number | null };
type Entry = Shown & { lastGood: number | null; isKnown: boolean };

/** What each series shows, worked out from its plan with each sample. */
class PlainValues {
  readonly entries = new Map<number, Entry>(
    plans.map(({ info }) => [info.id, { value: null, quality: 'STALE', atMs: null, lastGood: null, isKnown: false }]),
  );
  fresh = new Set<number>();

  take(id: number, value: number | null, quality: FieldQuality, atMs: number): void {
    const entry = this.entries.get(id);
    const rule = plans.find(({ info }) => info.id === id)?.rule;
    if (!entry || (entry.atMs !== null && atMs < entry.atMs)) return;
    const goodAtMs = value === null ? entry.atMs : atMs;
    this.#keep(
      id,
      value !== null && rule?.how === 'counter' ? value * rule.meterAt(slotOf(atMs)).basePerCount : value,
      quality,
      goodAtMs,
    );
    for (const tank of plans)
      if (tank.rule.how === 'tank' && tank.rule.levelId === id)
        this.#keep(tank.info.id, value === null ? null : tankVolume(tank.rule.shape, value).volumeM3 * 1000, quality, goodAtMs);
  }

  /** What is known stays where readings come for it, and what waited for being told is not told. */
  follow(fed: ReadonlySet<number>): void {
    this.fresh.clear();
    for (const { info, rule } of plans) {
      const entry = this.entries.get(info.id);
      const isFed = fed.has(rule.how === 'tank' ? rule.levelId : info.id);
      if (entry?.isKnown && !isFed && entry.quality !== 'STALE') this.#keep(info.id, null, 'STALE', entry.atMs);
    }
  }

  publish() {
    const shown = [...this.fresh].flatMap((id) => {
      const entry = this.entries.get(id);
      const info = plans.find((one) => one.info.id === id)?.info;
      if (!entry || !info) return [];
      const { value, quality, atMs } = entry;
      return [{ industryId: info.industryId, update: { unitId: info.unitId, param: 'p', value, quality, atMs } }];
    });
    this.fresh.clear();
    return [...Map.groupBy(shown, ({ industryId }) => industryId)].map(([industryId, own]) => ({
      industryId,
      values: own.map(({ update }) => update),
    }));
  }

  #keep(id: number, value: number | null, quality: FieldQuality, atMs: number | null): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    Object.assign(entry, { value, quality, atMs, isKnown: true }, value !== null && { lastGood: value });
    this.fresh.add(id);
  }
}

const sample = fc.record({
  id: fc.constantFrom(1, 2, 3, 6),
  value: fc.option(fc.double({ min: 0, max: 3, noNaN: true })),
  quality: fc.constantFrom<FieldQuality>('GOOD', 'UNCERTAIN', 'BAD_TIMEOUT'),
  atMs: fc.integer({ min: 0, max: 6_000_000 }),
});

it('shows of every series, tanks of a level too, what its plan makes of the sample, and tells each industry of its own', () => {
  const follow = fc.record({ fed: fc.subarray([1, 2, 3, 6]) });
  const steps = fc.array(fc.oneof({ weight: 6, arbitrary: sample }, fc.constant('publish' as const), follow), { maxLength: 80 });
  fc.assert(
    fc.property(steps, (of) => {
      const bus = new Bus(silent);
      const heard: unknown[] = [];
      bus.on('test', 'liveValues', ({ industryId, values }) => heard.push({ industryId, values: [...values] }));
      const closedDays = { load: () => undefined, dayBefore: () => undefined, dayAfter: () => undefined };
      const engine = new SlotEngine({ calendars: new Calendars(new TestPlant()), closedDays, log: silent });
      const live = new LiveValues(engine, bus);
      live.follow(plans, new Set([1, 2, 3, 6]));
      const plain = new PlainValues();
      const expected: unknown[] = [];
      for (const step of [...of, 'publish' as const]) {
        if (step === 'publish') {
          live.publish();
          expected.push(...plain.publish());
        } else if ('fed' in step) {
          live.follow([...plans], new Set(step.fed));
          plain.follow(new Set(step.fed));
        } else {
          const latest = live.of(step.id);
          if (latest) live.take(latest, step.value, step.quality, step.atMs);
          plain.take(step.id, step.value, step.quality, step.atMs);
        }
      }
      expect(heard).toEqual(expected);
      for (const [id, { value, quality, atMs, lastGood, isKnown }] of plain.entries) {
        expect(live.quality(id)).toBe(live.latest(id)?.quality);
        expect(live.latest(id)).toEqual(
          isKnown
            ? { value, quality, atMs, slotQuality: 'M', ...(value === null && lastGood !== null && { lastValue: lastGood }) }
            : undefined,
        );
      }
    }),
  );
});
