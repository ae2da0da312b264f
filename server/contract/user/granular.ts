import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { apiBoolean, divisionFactor, dmy, isoTime, qualityLetter } from '../model/common.ts';

const granularPoint = z
  .object({
    t: isoTime.meta({ description: 'start of the 5-minute slot' }),
    v: z.number().meta({ description: '0 where q is M or X' }),
    q: qualityLetter.meta({
      description: 'G measured, E shape estimated, F volume estimated, B backflow, R entered by a person, M missing, X rejected',
    }),
  })
  .meta({ id: 'GranularPoint' });
export type GranularPoint = z.infer<typeof granularPoint>;

export const granularResponse = z
  .object({
    siUnit: z.string().meta({ description: 'unit of every v; empty without a series' }),
    data1: z.array(granularPoint),
    data2: z.array(granularPoint).optional(),
  })
  .meta({ id: 'GranularResponse' });

const slotRules =
  'One point per 5-minute slot of the shift day: 288, fewer on a day of 23 hours, and on a day of 25 hours the first 288. ' +
  'Slots without a reading, those to come among them, are v 0 with q "M". Volumes and energies are in the unit of measure of the unit or ' +
  'category, with a divisionFactor other than 1000 litres and watt-hours divided by it; levels, rain and quality parameters stay as they are.';

export const granularUnit = endpoint({
  base: 'user',
  method: 'get',
  path: '/granular/unit',
  summary: '5-minute readings of one unit',
  description:
    `${slotRules} The parameter shown is the unit's main one: volume of flow, stock, virtual, manual and borewell units, energy of energy units, ` +
    'rain of rain gauges, level of level units (and of borewells and tanks without a volume), and the first parameter of a quality unit.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  query: z.object({
    date1: dmy,
    date2: dmy.optional(),
    unitId: z.string().max(100),
    divisionFactor,
  }),
  reply: granularResponse,
});

export const granularCategory = endpoint({
  base: 'user',
  method: 'get',
  path: '/granular/category',
  summary: '5-minute readings of all units of a sub-category together',
  description:
    `${slotRules} Volumes, energies and stocks of the units are added, levels, rain and quality parameters averaged. q is M where no unit has a value, ` +
    'F or E where a part of the value is estimated or missing. An unknown category or sub-category gives empty lists.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  query: z.object({
    date1: dmy,
    date2: dmy.optional(),
    categoryId: z.string().max(100).meta({
      description: 'source, stock, quality, energy, groundwater or a category id; with isStandardCategory a standard id',
    }),
    subCategoryId: z.string().max(100),
    isStandardCategory: apiBoolean.default(false),
    divisionFactor,
  }),
  reply: granularResponse,
});
