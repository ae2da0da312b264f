import { ShiftCalendar, type ShiftStart } from '../core/shift.ts';
import type { UnitDirectory } from './model.ts';

const isSame = (one: readonly ShiftStart[], other: readonly ShiftStart[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every((rule, index) => {
      const twin = other[index];
      return rule.validFrom === twin?.validFrom && rule.timezone === twin.timezone && rule.startAt === twin.startAt;
    }));

/** The shift calendar of every industry, made again when its rules change. */
export class Calendars {
  readonly #directory: Pick<UnitDirectory, 'industry'>;
  readonly #known = new Map<string, { rules: readonly ShiftStart[]; calendar: ShiftCalendar }>();

  constructor(directory: Pick<UnitDirectory, 'industry'>) {
    this.#directory = directory;
  }

  /** An industry that is not known (any more) counts its days in UTC. */
  of(industryId: string): ShiftCalendar {
    const shifts = this.#directory.industry(industryId)?.shifts ?? [];
    const rules = shifts.length > 0 ? shifts : [{ validFrom: '1970-01-01', timezone: 'UTC', startAt: '00:00:00' }];
    const known = this.#known.get(industryId);
    if (known && isSame(known.rules, rules)) return known.calendar;
    const calendar = new ShiftCalendar(rules);
    this.#known.set(industryId, { rules: [...rules], calendar });
    return calendar;
  }
}
