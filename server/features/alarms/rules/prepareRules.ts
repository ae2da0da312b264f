import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { rules } from './list.ts';
import type { Evaluator, Rule } from './model.ts';

/** A rule made ready for a unit; `seldom`: params of what it looks at in some slots only, as of the slot that it was asked last. */
export type PreparedRule = { unit: Unit; rule: Rule; seldom: () => readonly string[]; evaluate: Evaluator };

/** Every rule that watches something of an industry, unit by unit. */
export const prepareRules = (units: readonly Unit[], settings: AlertSettings, facts: IndustryFacts): PreparedRule[] =>
  units.flatMap((unit) =>
    rules.flatMap((rule) => {
      const parts = { unit, units, facts, settings: settings.categories[rule.category] };
      const evaluate = rule.prepare(parts);
      const seldom = rule.seldom?.(parts) ?? [];
      return evaluate ? [{ unit, rule, seldom: () => evaluate.seldom?.() ?? seldom, evaluate }] : [];
    }),
  );
