import { z } from 'zod';

export const totalReason = z.enum(['noIntake', 'nothingAdds', 'sharedParts', 'intakeAndUse', 'noReadings']).meta({
  id: 'TotalReason',
  description:
    'why there is no total. noIntake: no deployed unit counts as ID_SOURCE; nothingAdds: levels and quality have no sum; sharedParts: two virtual units ' +
    'share a meter and neither holds all of the other, so no sum of them counts each water once; intakeAndUse: totals of intake and of use are the ' +
    'same water at two places; noReadings: nothing is known of the units in this window',
});
export type TotalReason = z.infer<typeof totalReason>;

const once =
  'No water is in it twice: a unit behind another (subMeterOf), a virtual unit beside its parts, totals of a group and offsets entered by hand are left out.';

/** What the totals of categories mean; docs/domain.md says the same at length. */
export const totalMeanings = {
  category:
    `of SOURCE_CATEGORY the plant’s intake, the same figure as that of ID_SOURCE, unless one sub-category or unit was asked for; of any other category the sum of its units. ${once} ` +
    'The units in it have `counted`. Null with `totalReason`',
  subCategory: `sum of its own units, whatever they count as. ${once} The units in it have \`countedInSub\`. Null where nothing adds up`,
  target: 'sum of the limits of exactly the units in the total',
  counted: 'whether the unit’s value is in the total of its category',
  countedInSub: 'whether the unit’s value is in the total of its sub-category',
} as const;
