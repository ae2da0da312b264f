import { isDeepStrictEqual } from 'node:util';
import { type UnitSpec, unitSpec } from '../../contract/model/units.ts';
import type { ShiftRuleSpec } from '../../contract/plant/units.ts';
import { Failure } from '../../core/fail.ts';
import type { Category, Industry, Unit } from '../../plantModel/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { IndustryWrite } from './accountsStore.ts';
import { newestShift, siUnitOf, siUnitWrite } from './industryFields.ts';
import type { IndustryDraft, UnitDraft } from './infoPaths.ts';
import type { InfoOperation } from './operation.ts';

const MAX_META_BYTES = 65_536;

const industryDraft = (industry: Industry, categories: readonly Category[]): IndustryDraft => {
  const { timezone, startAt, endAt, shiftName } = newestShift(industry.shifts);
  return {
    name: industry.name,
    timezone,
    shift: { startAt, endAt, shiftName },
    siUnit: {
      SOURCE_CATEGORY: siUnitOf('SOURCE_CATEGORY', categories, industry.meta),
      STOCK_CATEGORY: siUnitOf('STOCK_CATEGORY', categories, industry.meta),
    },
    meta: structuredClone(industry.meta),
  };
};

/** A copy of what is configured of a unit. */
const specOf = (unit: Unit): UnitSpec => unitSpec.parse(unit);

/** What one batch of operations makes of an industry and its units; nothing is stored by it. */
export class InfoDraft {
  readonly #industry: Industry;
  readonly #categories: readonly Category[];
  readonly #units: ReadonlyMap<string, Unit>;
  readonly #before: IndustryDraft;
  readonly #after: IndustryDraft;
  readonly #specs = new Map<string, UnitSpec>();
  readonly #groupsBefore: ReadonlyMap<string, string>;
  readonly #groups: Map<string, string>;

  constructor(industry: Industry, categories: readonly Category[], units: readonly Unit[]) {
    this.#industry = industry;
    this.#categories = categories;
    this.#units = new Map(units.map((unit) => [unit.id, unit]));
    this.#before = industryDraft(industry, categories);
    this.#after = structuredClone(this.#before);
    this.#groupsBefore = new Map(categories.flatMap(({ subCategories }) => subCategories.map(({ id, group }) => [id, group])));
    this.#groups = new Map(this.#groupsBefore);
  }

  /**
   * Carries out one operation.
   * @returns what the audit log keeps of it.
   * @throws Failure `notFound` for a unit that went away meanwhile, `badRequest` for a meter of a unit that has none.
   */
  apply(operation: InfoOperation): Pick<AuditEntry, 'kind' | 'subject' | 'before' | 'after'> {
    const { path, value, key } = operation;
    if (operation.kind === 'industry') {
      const before = operation.rule.get(this.#after, key) ?? null;
      operation.rule.set(this.#after, value as never, key);
      return { kind: 'info.change', subject: path, before, after: value };
    }
    const draft = this.#draftOf(operation.unitId);
    const { rule } = operation;
    const before = rule.get(draft, key) ?? null;
    rule.set(draft, value as never, key);
    if (!isDeepStrictEqual(rule.get(draft, key) ?? null, value))
      throw new Failure('badRequest', `${path}: the unit has no such part`, {
        errors: [{ path, message: 'the unit has no such part' }],
      });
    return { kind: rule.direct ? 'info.change' : 'unit.threshold', subject: `${operation.unitId} ${path}`, before, after: value };
  }

  /** Units that are other than before. */
  unitChanges(): { unitId: string; spec: UnitSpec }[] {
    return [...this.#specs].flatMap(([unitId, spec]) => {
      const before = this.#units.get(unitId);
      return before && isDeepStrictEqual(specOf(before), spec) ? [] : [{ unitId, spec }];
    });
  }

  /**
   * What changed of the industry's own document; `shift` is still to be checked.
   * @throws Failure `badRequest` when its notes become too large.
   */
  industryWrite(): { write: IndustryWrite; shift: ShiftRuleSpec | undefined } {
    const [before, after] = [this.#before, this.#after];
    const { siUnits, meta: units } = siUnitWrite(after.siUnit, this.#categories, this.#industry.meta);
    const meta = { ...after.meta, ...units };
    // the facts have limits of their own
    const { facts: _, ...notes } = meta;
    if (JSON.stringify(notes).length > MAX_META_BYTES)
      throw new Failure('badRequest', 'meta of the industry would be above 64 KiB');
    const groups = new Map([...this.#groups].filter(([id, group]) => this.#groupsBefore.get(id) !== group));
    const isShifted = before.timezone !== after.timezone || !isDeepStrictEqual(before.shift, after.shift);
    return {
      write: {
        ...(before.name !== after.name && { name: after.name }),
        ...(!isDeepStrictEqual(this.#industry.meta, meta) && { meta }),
        ...(siUnits.size > 0 && { siUnits }),
        ...(groups.size > 0 && { groups }),
      },
      shift: isShifted ? { ...after.shift, timezone: after.timezone } : undefined,
    };
  }

  #draftOf(unitId: string): UnitDraft {
    const groups = this.#groups;
    const known = this.#specs.get(unitId);
    if (known) return { spec: known, groups };
    const unit = this.#units.get(unitId);
    if (!unit) throw new Failure('notFound', 'unit not found');
    const spec = specOf(unit);
    // the alert configuration of a unit that had none begins empty
    spec.meta.alertEnabled ??= {};
    this.#specs.set(unitId, spec);
    return { spec, groups };
  }
}
