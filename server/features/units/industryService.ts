import type { IndustryFacts } from '../../contract/model/industryFacts.ts';
import type { ShiftRuleSpec } from '../../contract/plant/units.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import { conflict, type InputFault, refuse, refuseStale, requireFound } from '../../core/refusal.ts';
import { dateOfDay, ShiftCalendar, shiftRuleFaults } from '../../core/shift.ts';
import {
  type ConfigurationChanges,
  factsFaults,
  factsOf,
  type Industry,
  type ShiftRule,
  type UnitDirectory,
} from '../../plantModel/index.ts';
import type { IndustryStore } from './industryStore.ts';

export type IndustrySpec = {
  id: string;
  name: string;
  currency: string;
  joinedAtMs: number;
  /** At least one; the oldest also rules the days before it. */
  shifts: ShiftRule[];
  meta?: Record<string, unknown>;
};

export type IndustryServiceParts = {
  store: IndustryStore;
  readings: { hasReadings(seriesIds: readonly number[]): Promise<boolean> };
  directory: UnitDirectory;
  changes: ConfigurationChanges;
  clock: Clock;
};

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);

/** What is wrong with one rule, by its own fields. */
const ruleFaults = (rule: ShiftRule): InputFault[] => [
  ...shiftRuleFaults([rule]).map(({ path, message }) => ({ path: path.replace('shifts.0.', ''), message })),
  // one that follows the start is wrong where the start is
  ...(rule.endAt === rule.startAt || isTime(rule.endAt) ? [] : [{ path: 'endAt', message: 'endAt must be HH:MM:SS' }]),
];

/** Rules that fit one by one can still leave a day without time. */
const sequenceFaults = (rules: readonly ShiftRule[]): InputFault[] => {
  try {
    new ShiftCalendar(rules);
    return [];
  } catch (error) {
    if (!isFailure(error, 'parameter')) throw error;
    return [{ path: 'startAt', message: error.message }];
  }
};

/** Adds industries, and changes when their days begin. */
export class IndustryService {
  readonly #parts: IndustryServiceParts;

  constructor(parts: IndustryServiceParts) {
    this.#parts = parts;
  }

  /** For the first run and for the demo. @throws Failure `badRequest`, or `conflict` when the id is taken. */
  async create(spec: IndustrySpec): Promise<Industry> {
    const { store, directory, changes } = this.#parts;
    await changes.run(spec.id, async () => {
      if (directory.industry(spec.id)) throw conflict('id', `industry ${spec.id} exists`);
      const faults = spec.shifts.flatMap(ruleFaults);
      refuse(faults.length > 0 ? faults : sequenceFaults(spec.shifts));
      await store.create({ ...spec, meta: spec.meta ?? {} });
    });
    return this.industry(spec.id);
  }

  /** @throws Failure `notFound`, or `conflict` while it has units, categories or users. */
  delete(industryId: string): Promise<void> {
    const { store, directory, changes } = this.#parts;
    return changes.run(industryId, async () => {
      const { name } = this.industry(industryId);
      if (directory.units(industryId).length > 0 || directory.categories(industryId).length > 0)
        throw conflict('id', `${name} still has units or categories`);
      await store.delete(industryId);
    });
  }

  /**
   * Zone and start of the shift day, from a date on.
   * @throws Failure `badRequest` for a zone or time that does not exist and for a date that reaches back over readings, `conflict`
   * for a stale version.
   */
  async changeShift(industryId: string, spec: ShiftRuleSpec, version?: number): Promise<Industry> {
    await this.#parts.changes.run(industryId, async () => {
      const industry = this.industry(industryId);
      refuseStale(industry.version, version);
      const rule = await this.checkedShift(industryId, spec);
      await this.#parts.store.putShift(industryId, rule);
    });
    return this.industry(industryId);
  }

  /**
   * The rule that a change of shift leads to; called from within a change of the configuration.
   * @throws Failure `badRequest` as `changeShift`.
   */
  async checkedShift(industryId: string, spec: ShiftRuleSpec): Promise<ShiftRule> {
    const industry = this.industry(industryId);
    const running = new ShiftCalendar(industry.shifts).dayOf(this.#parts.clock.now());
    const coming = dateOfDay(running + 1);
    const rule: ShiftRule = { ...spec, validFrom: spec.validFrom ?? coming, endAt: spec.endAt ?? spec.startAt };
    refuse(ruleFaults(rule));
    if (rule.validFrom < coming && (await this.#hasReadings(industryId)))
      refuse([{ path: 'validFrom', message: 'must be a coming shift day: days with readings keep their start' }]);
    const others = industry.shifts.filter(({ validFrom }) => validFrom !== rule.validFrom);
    refuse(sequenceFaults([...others, rule]));
    return rule;
  }

  /**
   * Replaces what is known of the plant beyond its units.
   * @throws Failure `badRequest` with every field that breaks a rule, `conflict` for a stale version.
   */
  async changeFacts(industryId: string, facts: IndustryFacts, version?: number): Promise<Industry> {
    const { changes, directory, store } = this.#parts;
    await changes.run(industryId, async () => {
      const industry = this.industry(industryId);
      refuseStale(industry.version, version);
      const categories = directory.categories(industryId);
      refuse(factsFaults(facts, { before: factsOf(industry), categories, units: directory.units(industryId) }));
      await store.putMeta(industryId, { ...industry.meta, facts });
    });
    return this.industry(industryId);
  }

  /** @throws Failure `notFound`. */
  industry(industryId: string): Industry {
    return requireFound(this.#parts.directory.industry(industryId), 'industry');
  }

  #hasReadings(industryId: string): Promise<boolean> {
    const series = this.#parts.directory.units(industryId).flatMap((unit) => unit.series);
    return this.#parts.readings.hasReadings(series.map(({ id }) => id));
  }
}
