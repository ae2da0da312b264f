import { z } from 'zod';
import { unitType } from '../../contract/model/common.ts';
import type { IndustryFacts } from '../../contract/model/industryFacts.ts';
import { unitMeta } from '../../contract/model/units.ts';
import { consumptionId, countsAs, factsOf, metersAbove, metersAdded, totalParts } from '../../plantModel/index.ts';

const text = <S extends z.ZodType>(shape: S) =>
  z.string().transform((json, context) => {
    try {
      return shape.parse(JSON.parse(json)) as z.output<S>;
    } catch {
      context.addIssue({ code: 'custom', message: 'unreadable' });
      return z.NEVER;
    }
  });

const rows = {
  industry: z.object({ meta: text(z.record(z.string(), z.unknown())) }),
  category: z.object({ id: z.string(), enabled: z.number() }),
  subCategory: z.object({ id: z.string(), category_id: z.string(), enabled: z.number() }),
  unit: z.object({
    ...{ id: z.string(), type: unitType, deployed: z.number(), sub_category_id: z.string(), meta: text(unitMeta) },
    ...{ standard_category_id: z.string(), standard_category_ids: text(z.array(z.string())) },
  }),
};

/** A unit that counts by its own totals, a virtual one too: the plant knows it where all of its meters are known. */
export type CountedUnit = { unitId: string; isByHand: boolean };
export type CountedMeters = {
  /** Of what is taken in, and of what is used: no water is twice in a list. */
  sources: CountedUnit[];
  used: CountedUnit[];
  production: IndustryFacts['production'];
};

const readUnits = (bodies: readonly unknown[]) => {
  const parsed = bodies.map((body) => rows.unit.parse(body));
  const above = new Map(parsed.map(({ id, meta }) => [id, meta.subMeterOf]));
  const units = parsed.map(({ id, type, deployed, sub_category_id, meta, standard_category_id, standard_category_ids }) => ({
    ...{ id, type, meta, deployed: deployed === 1, subCategoryId: sub_category_id },
    ...{ standardCategoryId: standard_category_id, standardCategoryIds: standard_category_ids },
    countedIn: metersAbove(id, (of) => above.get(of)),
  }));
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  return units.map((unit) => ({ ...unit, adds: metersAdded(unit, (id) => byId.get(id)) }));
};

/**
 * Which meters of an industry count as what it takes in and what it uses, by the plant's own rule: deployed, in an enabled category, and
 * none that is behind another one.
 * @param isMeter whether a unit has a counter of volume.
 * @returns undefined where the rows are of another version's form: nothing is known then.
 */
export const countedMeters = (
  documents: readonly { kind: string; body: string }[],
  isMeter: (unitId: string) => boolean,
): CountedMeters | undefined => {
  const bodies = (wanted: string): unknown[] =>
    documents.flatMap(({ kind, body }) => (kind === wanted ? [JSON.parse(body)] : []));
  try {
    const enabled = new Set(bodies('category').flatMap((body) => enabledId(rows.category.parse(body))));
    const subs = bodies('sub_category').map((body) => rows.subCategory.parse(body));
    const listed = new Set(subs.filter(({ category_id }) => enabled.has(category_id)).flatMap(enabledId));
    const units = readUnits(bodies('unit')).filter(
      ({ id, deployed, subCategoryId }) => deployed && listed.has(subCategoryId) && isMeter(id),
    );
    const countedAs = (standardId: string): CountedUnit[] =>
      totalParts(units.filter((unit) => countsAs(unit, standardId)).map((unit) => ({ unit }))).counted.map(
        ({ unit: { id, type } }) => ({ unitId: id, isByHand: type === 'manual' }),
      );
    const [industry] = bodies('industry').map((body) => rows.industry.parse(body));
    return {
      sources: countedAs('ID_SOURCE'),
      used: countedAs(consumptionId(units)),
      production: industry ? factsOf({ meta: industry.meta }).production : [],
    };
  } catch {
    return undefined;
  }
};

const enabledId = ({ id, enabled }: { id: string; enabled: number }): string[] => (enabled === 1 ? [id] : []);
