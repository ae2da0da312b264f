import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  apiBoolean,
  counterEventKind,
  divisionFactor,
  dmy,
  dmyText,
  isoTime,
  num,
  series,
  timeWindow,
  windowType,
} from '../model/common.ts';
import { totalMeanings, totalReason } from '../model/totals.ts';
import { numbers } from '../plainLists.ts';

export const latestValue = num.meta({ description: 'newest value in latestUnit: of a meter its flow or its power' });
export const latestUnit = z.string().meta({
  description:
    'unit of `latest`: m3/h of a water meter, kW of an energy meter, mm/h of a rain gauge, else siUnit; empty without a series',
});

export const stockDay = z
  .object({
    openingKL: num.meta({ description: 'last good value at the start, at most 30 minutes old' }),
    closingKL: num,
    fillKL: num.meta({ description: 'sum of rises; a lower bound, because filling and drawing at once cannot be seen' }),
    drawKL: num.meta({ description: 'sum of falls; closing - opening = fill - draw' }),
    levelM: num,
    percent: num.meta({ description: 'by volume' }),
    maxCapacity: num.meta({ description: 'in the siUnit of the unit' }),
    autonomyHours: num.meta({ description: 'stock over the mean draw of the last 24 hours' }),
  })
  .meta({ id: 'StockDay' });
export type StockDay = z.infer<typeof stockDay>;

export const qualityUnit = z
  .object({
    params: z.record(
      z.string(),
      z.object({
        latest: num,
        at: isoTime.nullable(),
        unit: z.string(),
        lt: num,
        ht: num,
        status: z.enum(['ok', 'low', 'high', 'noFlow', 'invalid']).meta({
          description:
            'of the last quarter hour’s mean, which needs two valid slots of three; noFlow: the sensor measured and no water flowed past it, so that nothing was compared with the limits; invalid: too few valid slots',
        }),
        series,
      }),
    ),
    loadKgPerDay: z
      .record(z.string(), num)
      .optional()
      .meta({
        description:
          'of parameters in mg/L or g/L, where the unit has a flowUnitId: sum of concentration times volume, slot by slot, over the days begun; ' +
          'null where the window is by months or nothing is known',
      }),
  })
  .meta({ id: 'QualityUnit' });
export type QualityUnit = z.infer<typeof qualityUnit>;

export const energyUnit = z
  .object({
    kWh: num,
    kVAh: num,
    pf: num.meta({ description: 'sum of kWh over sum of kVAh, of what is known of both; never a mean of power factors' }),
    maxDemandKVA: num.meta({ description: 'largest fixed half hour, on the clock' }),
    maxDemandAt: isoTime.nullable(),
    contractKVA: num,
    secKWhPerKL: num.meta({
      description: 'sum of kWh over sum of KL of its flowUnitId, of what is known of both; null below 1 % of the normal volume',
    }),
    cost: num.meta({
      description:
        'kWh by the tariff of their time of day, and with MONTH the demand charge on the highest demand so far; null without a tariff, ' +
        'and where one by time of day would have to be read over more than 92 days',
    }),
    kgCO2: num.meta({ description: 'kWh times the grid factor of the plant’s tariffs' }),
  })
  .meta({ id: 'EnergyUnit' });
export type EnergyUnit = z.infer<typeof energyUnit>;

const borewellUnit = z
  .object({
    swlMbgl: num.meta({
      description: 'static level: pump off for 4 hours (for a piezometer those of its aquifer) and at most 2 cm in the last hour',
    }),
    swlAt: isoTime.nullable(),
    recovering: z.boolean().meta({
      description:
        'no static level in the last 24 hours: the highest one with the pump off is given, null where it was never off',
    }),
    pwlMbgl: num.meta({ description: 'median of the last half hour of a run of at least one hour' }),
    drawdownM: num,
    specificCapacity: num.meta({ description: 'm3/h per metre of drawdown' }),
    runHours: num.meta({
      description: 'with a flow of at least 1 % of the rated one; null where nothing says when the pump ran',
    }),
    abstractionKL: num,
    permittedKLD: num.meta({ description: 'by the permit to abstract' }),
  })
  .meta({ id: 'BorewellUnit' });
export type BorewellUnit = z.infer<typeof borewellUnit>;

const unitV2 = z
  .object({
    unitId: z.string(),
    displayName: z.string(),
    siUnit: z.string(),
    value: num.meta({ description: 'total for counters, latest for gauges' }),
    total: num,
    avg: num.meta({ description: 'of a counter the mean of `graph.values`; of a gauge or a tank the mean over time' }),
    min: num.meta({
      description: 'of a counter the smallest of `graph.values`; of a gauge or a tank its smallest value of 5 minutes',
    }),
    max: num.meta({
      description: 'of a counter the largest of `graph.values`; of a gauge or a tank its largest value of 5 minutes',
    }),
    latest: latestValue,
    latestUnit,
    latestAt: isoTime.nullable().meta({ description: 'there whenever `latest` is' }),
    online: z.boolean(),
    completeness: z.number(),
    estimated: z.number(),
    meta: z.object({
      threshold: num.meta({
        description: 'limit of the window in siUnit: of a day with DAY, of a month with MONTH; null beside what is no amount',
      }),
      maxCapacity: z.number().optional().meta({ description: 'in siUnit; of a meter for a day' }),
    }),
    graph: series,
    stock: stockDay.optional(),
    quality: qualityUnit.optional(),
    energy: energyUnit.optional(),
    borewell: borewellUnit.optional(),
  })
  .meta({ id: 'UnitV2' });
export type UnitV2 = z.infer<typeof unitV2>;

const countedUnitV2 = unitV2
  .extend({
    counted: z.boolean().meta({ description: totalMeanings.counted }),
    countedInSub: z.boolean().meta({ description: totalMeanings.countedInSub }),
  })
  .meta({ id: 'CountedUnitV2' });

export const deviceDataV2Body = z
  .object({
    standardCategoryId: z.string(),
    type: windowType,
    siUnit: z.string(),
    window: timeWindow,
    total: num.meta({ description: totalMeanings.category }),
    totalReason: totalReason.optional(),
    completeness: z
      .number()
      .meta({ description: 'percent of the elapsed slots, of the units in the total; of all units where there is none' }),
    previous: z.object({ window: timeWindow, total: num.meta({ description: 'of the same units' }) }).optional(),
    graph: z.array(series),
    categories: z.array(
      z.object({
        id: z.string(),
        displayName: z.string(),
        subCategories: z.array(
          z.object({
            id: z.string(),
            displayName: z.string(),
            total: num.meta({ description: totalMeanings.subCategory }),
            totalReason: totalReason.optional(),
            units: z.array(countedUnitV2),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'DeviceDataV2' });
export type DeviceDataV2 = z.infer<typeof deviceDataV2Body>;

const counterEvent = z
  .object({
    at: isoTime,
    kind: counterEventKind,
    before: num,
    after: num,
    note: z.string().optional(),
  })
  .meta({ id: 'CounterEvent' });

export const rawDocument = z
  .object({
    unitId: z.string(),
    date: dmyText,
    revision: z.number().int(),
    start: isoTime,
    stepMinutes: z.literal(5),
    values: numbers().meta({ description: 'stored units, one per slot of the day; 0 where the quality is M' }),
    quality: z.string(),
    params: z.record(z.string(), z.object({ values: numbers(), quality: z.string() })).optional(),
    counterOpen: num,
    counterClose: num,
    events: z.array(counterEvent),
  })
  .meta({ id: 'RawDocument' });
export type RawDocument = z.infer<typeof rawDocument>;

export const deviceDataV2 = endpoint({
  base: 'user',
  method: 'get',
  path: '/deviceDataV2',
  summary: 'Readings of a standard category over a day, month, year or range',
  description:
    'DAY is the shift day of date1 by hours, MONTH from the 1st to date1 by days, YEAR from 1 January to date1 by months, CUSTOM date1..date2 by hours up to ' +
    '2 days, by days up to 92, else by months, at most 5 years; date2 is read with CUSTOM only. `previous` is the like window before, counted just as far as this ' +
    'one has run. A bucket of a graph has quality M when none of its slots is known, and F or E when a part is estimated or missing. With ' +
    '`ALL_CATEGORIES_V2|<id>` all matching categories are answered as one. divisionFactor divides volumes and energies only; fields named KL, kWh or kVAh ' +
    'are always in that unit. v2 adds half-hour demand and power factor to the graphs of energy. formattedOutput=false answers the stored documents, one per unit and ' +
    'day, at most 500. `latest` of a meter is its rate: flow in m3/h, power in kW. A unit’s threshold is its daily one with DAY, its monthly one with MONTH.',
  auth: 'access',
  limit: 'default',
  prepared: true,
  faults: ['parameter', 'noData'],
  query: z.object({
    date1: dmy,
    date2: dmy.optional(),
    category: z.string().max(100).meta({
      description: 'standard category id, or ALL_CATEGORIES_V2|<standardCategoryId>; clients send ID_SOURCE by default',
    }),
    unitId: z.string().max(100).optional(),
    divisionFactor,
    type: windowType.default('DAY'),
    formattedOutput: apiBoolean.default(true),
    v2: apiBoolean.default(false),
  }),
  reply: z.union([deviceDataV2Body, z.array(rawDocument)]),
});
