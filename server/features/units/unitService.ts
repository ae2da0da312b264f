import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type SeriesSpec, seriesOfUnit } from '../../contract/model/unitSeries.ts';
import type { UnitSpec } from '../../contract/model/units.ts';
import type { MeterChangeSpec } from '../../contract/plant/units.ts';
import type { Clock } from '../../core/clock.ts';
import { conflict, type InputFault, refuse, refuseStale, requireFound } from '../../core/refusal.ts';
import { counterSlotOf, SLOT_MS } from '../../core/slots.ts';
import type { WriteTx } from '../../db/writer.ts';
import type { ConfigurationChanges, SeriesInfo, Unit, UnitDirectory } from '../../plantModel/index.ts';
import { closingDoubt } from './closingReading.ts';
import { withLeakWatch, withLearnFrom } from './leakWatch.ts';
import { withMeterChange } from './meterTimeline.ts';
import { standardIdFaults, typedDateFaults } from './typedFaults.ts';
import { meterChangeFaults, unitFaults } from './unitRules.ts';
import type { MeterFrom, UnitChange, UnitStore } from './unitStore.ts';

export type UnitServiceParts = { store: UnitStore; directory: UnitDirectory; changes: ConfigurationChanges; clock: Clock };

const withUid = (series: SeriesSpec) => ({ ...series, uid: randomUUID() });

/** Adds, changes and removes units; every rule of a unit is checked here. */
export class UnitService {
  readonly #store: UnitStore;
  readonly #directory: UnitDirectory;
  readonly #changes: ConfigurationChanges;
  readonly #clock: Clock;

  constructor({ store, directory, changes, clock }: UnitServiceParts) {
    this.#store = store;
    this.#directory = directory;
    this.#changes = changes;
    this.#clock = clock;
  }

  /**
   * @param unitId for those who bring their own; it is unique over all industries.
   * @throws Failure `badRequest` with every field that breaks a rule.
   */
  create(industryId: string, spec: UnitSpec, unitId: string = randomUUID()): Promise<Unit> {
    return this.#changes
      .run(industryId, async () => {
        refuse([
          ...this.#placeFaults(industryId, spec, undefined),
          ...unitFaults(spec, undefined, this.#directory.units(industryId)),
        ]);
        const watched = withLeakWatch(spec, this.#today());
        await this.#store.create({ industryId, unitId }, watched, seriesOfUnit(spec).map(withUid), this.#clock.now());
      })
      .then(() => requireFound(this.#directory.unit(industryId, unitId), 'unit'));
  }

  /**
   * @param options.meterFromSlot first slot of a changed meter; the coming one where absent.
   * @throws Failure `notFound`, `badRequest`, or `conflict` for a stale version and for parameters that have readings.
   */
  change(
    industryId: string,
    unitId: string,
    spec: UnitSpec,
    options: { version?: number | undefined; meterFromSlot?: number } = {},
  ): Promise<Unit> {
    return this.#changes
      .run(industryId, () => {
        refuseStale(requireFound(this.#directory.unit(industryId, unitId), 'unit').version, options.version);
        return this.changeAll(industryId, [{ unitId, spec }], options);
      })
      .then(() => requireFound(this.#directory.unit(industryId, unitId), 'unit'));
  }

  /**
   * Several units, all or none; called from within a change of the configuration.
   * @param options.also what is written in the same transaction.
   * @param options.hasOwnMeters it writes the meters as well.
   * @throws Failure as `change`.
   */
  async changeAll(
    industryId: string,
    wanted: readonly { unitId: string; spec: UnitSpec }[],
    options: { meterFromSlot?: number; hasOwnMeters?: boolean; also?: (tx: WriteTx) => void } = {},
  ): Promise<void> {
    const units = [...this.#directory.units(industryId)];
    const changes: UnitChange[] = [];
    for (const { unitId, spec: asked } of wanted) {
      const spec = withLearnFrom(asked, this.#today());
      const before = requireFound(this.#directory.unit(industryId, unitId), 'unit');
      // each is checked against the others as they will be
      refuse([...this.#placeFaults(industryId, spec, before), ...unitFaults(spec, before, units)]);
      units[units.findIndex(({ id }) => id === unitId)] = { ...before, ...spec };
      const series = await this.#seriesChanges(before, seriesOfUnit(spec));
      const meter = options.hasOwnMeters ? undefined : await this.#meterChange(before, spec, options.meterFromSlot);
      changes.push({ key: { industryId, unitId }, spec, ...series, meter });
    }
    await this.#store.change(changes, options.also);
  }

  /**
   * Enters the readings of a meter that was changed; slots since then are worked out again.
   * @throws Failure `notFound`, `badRequest`, also for an unlikely closing reading that is not confirmed, or `conflict` for a stale version.
   */
  changeMeter(industryId: string, unitId: string, { confirmed, version, ...change }: MeterChangeSpec): Promise<Unit> {
    const { at, basePerCount, ...displays } = change;
    return this.#changes
      .run(industryId, async () => {
        const unit = requireFound(this.#directory.unit(industryId, unitId), 'unit');
        refuseStale(unit.version, version);
        const { meter } = unit.meta;
        const atMs = Date.parse(at);
        const slot = counterSlotOf(atMs);
        const counters = unit.series.filter(({ kind }) => kind === 'counter').map(({ id }) => id);
        const second = Math.floor((atMs - slot * SLOT_MS) / 1000);
        const entered = { slot, second, basePerCount: basePerCount.new };
        const timeline = meter && withMeterChange(meter, await this.#store.meters(counters), entered);
        const joinedAtMs = this.#directory.industry(industryId)?.joinedAtMs ?? 0;
        const within = { nowMs: this.#clock.now(), joinedAtMs };
        refuse(meterChangeFaults(timeline?.before, { atMs, basePerCount, ...displays }, within));
        if (!timeline) return;
        const last = confirmed === true ? undefined : await this.#store.lastDisplay(counters, slot);
        const doubt = closingDoubt(timeline.before, { closing: displays.closing, slot }, last);
        if (doubt !== undefined) refuse([{ path: 'confirmed', message: `confirmed must be true where ${doubt}` }]);
        const also = (tx: WriteTx): void =>
          this.#store.addMeterChange(tx, { industryId, unitId }, { slot, second, oldBasePerCount: 0, ...displays }, timeline);
        const spec = { ...unit, meta: { ...unit.meta, meter: timeline.now } };
        await this.changeAll(industryId, [{ unitId, spec }], { hasOwnMeters: true, also });
      })
      .then(() => requireFound(this.#directory.unit(industryId, unitId), 'unit'));
  }

  /** @throws Failure `notFound`, or `conflict` for a stale version and for a unit with readings, tags or references. */
  delete(industryId: string, unitId: string, version?: number): Promise<void> {
    return this.#changes.run(industryId, async () => {
      const unit = requireFound(this.#directory.unit(industryId, unitId), 'unit');
      refuseStale(unit.version, version);
      const user = this.#directory.units(industryId).find(({ meta }) => meta.expression?.some((term) => term.unitId === unitId));
      if (user) throw conflict('id', `${unit.name} is a part of the virtual unit ${user.name}`);
      const measured = this.#directory.units(industryId).find(({ meta }) => meta.flowUnitId === unitId);
      if (measured) throw conflict('id', `${unit.name} is the meter of the water of ${measured.name}`);
      const [feed] = unit.feeds;
      if (feed) throw conflict('id', `${unit.name} is fed by tag ${feed.name}: take it off first`);
      const seriesIds = unit.series.map(({ id }) => id);
      if (await this.#store.hasReadings(seriesIds))
        throw conflict('id', `${unit.name} has readings, which are kept: retire it with deployed: false`);
      await this.#store.delete({ industryId, unitId }, seriesIds);
    });
  }

  #today(): string {
    return new Date(this.#clock.now()).toISOString().slice(0, 10);
  }

  #placeFaults(industryId: string, spec: UnitSpec, before: Unit | undefined): InputFault[] {
    const { subCategoryId } = spec;
    const categories = this.#directory.categories(industryId);
    const known = categories.some(({ subCategories }) => subCategories.some(({ id }) => id === subCategoryId));
    return [
      ...(known ? [] : [{ path: 'subCategoryId', message: `sub-category ${subCategoryId} does not exist` }]),
      ...standardIdFaults(spec, before, categories),
      ...typedDateFaults(spec, before, this.#clock.now()),
    ];
  }

  /** A recorded value means what its series says: a series with readings neither goes nor changes its measure. */
  async #seriesChanges(before: Unit, wanted: readonly SeriesSpec[]) {
    const now = new Map(before.series.map((series) => [series.param, series]));
    const removed = before.series.filter(({ param }) => !wanted.some((one) => one.param === param));
    const measured: SeriesInfo[] = wanted.flatMap(({ param, measure }) => {
      const series = now.get(param);
      return series && series.measure !== measure ? [{ ...series, measure }] : [];
    });
    for (const series of [...removed, ...measured])
      if (await this.#store.hasReadings([series.id]))
        throw conflict(
          `meta.params.${series.param}`,
          `${series.param} has readings: it can neither be removed nor get another unit`,
        );
    return { added: wanted.filter(({ param }) => !now.has(param)).map(withUid), measured, removed: removed.map(({ id }) => id) };
  }

  async #meterChange(before: Unit, { meta: { meter } }: UnitSpec, fromSlot: number | undefined): Promise<MeterFrom | undefined> {
    if (!meter || isDeepStrictEqual(meter, before.meta.meter)) return undefined;
    const counters = before.series.filter(({ kind }) => kind === 'counter').map(({ id }) => id);
    const isFirst = !(await this.#store.hasMeter(counters));
    return { meter, fromSlot: isFirst ? 0 : (fromSlot ?? Math.floor(this.#clock.now() / SLOT_MS) + 1) };
  }
}
