import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { rules } from './list.ts';
import type { Rule, RuleFinding, SlotView } from './model.ts';

/** A rule made ready for a unit. */
export type PreparedRule = { unit: Unit; rule: Rule; evaluate: (view: SlotView) => RuleFinding[] };

/** Every rule that watches something of an industry, unit by unit. */
export const prepareRules = (units: readonly Unit[], settings: AlertSettings, facts: IndustryFacts): PreparedRule[] =>
  units.flatMap((unit) =>
    rules.flatMap((rule) => {
      const evaluate = rule.prepare({ unit, units, facts, settings: settings.categories[rule.category] });
      return evaluate ? [{ unit, rule, evaluate }] : [];
    }),
  );
