import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { alertCategories } from '../../contract/model/alertCategories.ts';
import { alertParams } from '../../contract/model/alertParams.ts';
import type { AlertSettings } from '../../contract/model/alertSettings.ts';
import { parsePart } from '../../http/validation.ts';

/** Of an industry; the year of a permit is each well's own, as its pages, reports and returns count it. */
const ofIndustry = {
  ...alertParams.shape,
  borewell_threshold: alertParams.shape.borewell_threshold.unwrap().omit({ permitYearStartMonth: true }).optional(),
};

/**
 * What is new of a category's parameters is what a rule reads, and of its kind: any other would be kept, answered, and pass for the usual value.
 * @throws Failure `schema` for one that is not.
 */
export const refuseUnfitParams = (before: AlertSettings, after: AlertSettings): void => {
  const changed = alertCategories.filter(
    (category) => !isDeepStrictEqual(before.categories[category].params, after.categories[category].params),
  );
  const categories = z.object(
    Object.fromEntries(changed.map((category) => [category, z.object({ params: ofIndustry[category] })])),
  );
  parsePart('body', z.object({ alerts: z.object({ categories }) }), { alerts: after });
};
