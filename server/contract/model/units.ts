import { z } from 'zod';
import { nameText } from '../rules/nameText.ts';
import { alertParams } from './alertParams.ts';
import { unitType } from './common.ts';

const metres = z.number().positive().max(1000);

/** Inside dimensions of a tank, metres; level is measured above the outlet's dead bottom. */
export const tankShape = z
  .discriminatedUnion('shape', [
    z.object({ shape: z.literal('vertical_cylinder'), diameter: metres, height: metres }),
    z.object({
      shape: z.literal('rectangular'),
      length: metres,
      width: metres,
      height: metres,
      compartments: z.number().int().min(1).max(50).default(1),
    }),
    z.object({
      shape: z.literal('horizontal_cylinder'),
      diameter: metres,
      length: metres,
      /** Depth of each dished end, 0 where flat. */
      head: z.number().min(0).max(100).default(0),
    }),
    z.object({
      shape: z.literal('cone_bottom'),
      diameter: metres,
      bottomDiameter: z.number().min(0).max(1000),
      coneHeight: metres,
      height: metres,
    }),
    z.object({
      shape: z.literal('table'),
      /** [level m, volume m3], both strictly increasing. */
      rows: z
        .array(z.tuple([z.number(), z.number()]))
        .min(2)
        .max(1000),
    }),
  ])
  .superRefine((tank, context) => {
    const refuse = (path: (string | number)[], message: string): void => context.addIssue({ code: 'custom', path, message });
    if (tank.shape === 'cone_bottom' && tank.bottomDiameter > tank.diameter)
      refuse(['bottomDiameter'], 'must not be above the diameter');
    if (tank.shape !== 'table') return;
    for (const [index, [level, volume]] of tank.rows.entries()) {
      const [levelBefore, volumeBefore] = tank.rows[index - 1] ?? [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
      if (level <= levelBefore || volume <= volumeBefore)
        refuse(['rows', index], 'level and volume must both be above those of the row before');
    }
  });
export type TankShape = z.infer<typeof tankShape>;

/** How a unit's totalizer counts; a new one with a later `validFrom` is a meter change. */
export const meterSpec = z.object({
  /** Display counts at which the totalizer starts again from 0. */
  modulus: z.number().positive().default(4_294_967_296),
  /** Litres, watt-hours or millimetres per count of the display. */
  basePerCount: z.number().positive().default(1000),
  /** Qmax in counts per hour. */
  maxPerHour: z.number().positive(),
  /** Counts; the larger of one pulse and 0.02 % of an hour at Qmax where absent. */
  backDeadband: z.number().min(0).optional(),
  /** Display counts when the meter began to count here: what it shows more at its first reading is volume. */
  openingReading: z.number().min(0).optional(),
});
export type MeterSpec = z.infer<typeof meterSpec>;

const waterCredit = z.object({
  method: z.enum(['metered', 'calculated']),
  onSite: z.boolean().default(true),
  sameWatershed: z.boolean().default(true),
  verifiedBy: z.string().max(200).nullable().default(null),
  validTo: z.iso.date().nullable().default(null),
});

const roPart = z.object({
  side: z.enum(['feed', 'permeate', 'reject', 'train']),
});

const depthM = z.number().min(0).max(2000);

const well = z.object({
  elevationM: z.number().min(-500).max(9000).optional(),
  depthM: depthM.optional(),
  casingM: depthM.optional(),
  diameterMm: z.number().positive().max(5000).optional(),
  pumpIntakeMbgl: depthM.optional(),
  pumpKW: z.number().positive().max(10_000).optional(),
  yieldLpm: z.number().positive().max(1e6).optional(),
  ratedFlowM3h: z.number().positive().max(1e5).optional(),
  drilledOn: z.iso.date().optional(),
  aquiferId: z.string().max(64).optional(),
  piezometer: z.boolean().default(false),
  distanceToWellM: z.number().min(0).max(100_000).optional(),
  /** Permit to abstract. */
  noc: z
    .object({
      number: z.string().max(100),
      validTo: z.iso.date(),
      permittedKLD: z.number().positive().nullable().default(null),
      permittedKLY: z.number().positive().nullable().default(null),
    })
    .optional(),
});

export const unitMeta = z.object({
  location: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }).optional(),
  meterMake: z.string().max(100).optional(),
  meterSerial: z.string().max(100).optional(),
  meterClass: z.string().max(20).optional(),
  calibratedOn: z.iso.datetime({ offset: true }).optional(),
  /** Volume (or energy, rain) totalizer of flow, borewell, energy and rain units. */
  meter: meterSpec.optional(),
  tank: tankShape.optional(),
  waterSource: z.enum(['surface', 'ground', 'third_party', 'sea', 'rain', 'recycled', 'other']).optional(),
  freshwater: z.boolean().optional(),
  /** A meter behind another one of its kind: sums that hold the other leave this one out. */
  subMeterOf: z.string().min(1).max(64).optional(),
  dischargeTo: z.string().max(100).optional(),
  treatment: z.string().max(100).optional(),
  /** Virtual unit: signed sum of other units' volumes. */
  expression: z
    .array(z.object({ unitId: z.string(), factor: z.number() }))
    .min(1)
    .max(50)
    .optional(),
  /** Quality unit: its parameters. */
  params: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_]{0,30}$/),
      z.object({
        name: nameText(100),
        unit: z.string().max(20),
        lt: z.number().nullable(),
        ht: z.number().nullable(),
        /** Where the limit comes from: a standard's template, or the consent to operate. */
        limitSource: z.string().max(200).optional(),
        /** Inferred from another quantity, as COD from UV; checked against a laboratory on `labComparedOn`. */
        surrogate: z.boolean().optional(),
        labComparedOn: z.iso.datetime({ offset: true }).optional(),
      }),
    )
    .optional(),
  /** Meter of the water that belongs to a quality or energy unit: gates quality by flow, and gives loads and kWh per KL. */
  flowUnitId: z.string().min(1).max(64).optional(),
  /** A discharge under a consent to operate: its alarms come again every hour. */
  underConsent: z.boolean().optional(),
  /** Electrical contract and rating of an energy unit. */
  contractKVA: z.number().positive().optional(),
  ratedKW: z.number().positive().optional(),
  /** Maximum permissible error of the meter, percent; by `meterClass` where absent. */
  mpePct: z.number().positive().max(50).optional(),
  /** Q1: the smallest flow the meter counts rightly, m3/h. */
  minimumFlowM3h: z.number().positive().optional(),
  /** Standard deviation of a level reading, metres. */
  levelSigmaM: z.number().positive().max(1).optional(),
  /** Level below which a tank gives no water, metres above the bottom. */
  deadLevelM: z.number().min(0).max(1000).optional(),
  /** A credit of water given back: neutrality counts it, metered apart from calculated. */
  credit: waterCredit.optional(),
  /** Part that a unit plays in an RO plant; the plant is its sub-category. */
  ro: roPart.optional(),
  /** Construction and permit of a borewell or piezometer. */
  well: well.optional(),
  /** Limits of a day and of a month, KL or kWh whatever the siUnit; 0 watches for nothing. */
  unitThreshold: z.number().min(0).max(1e12).optional(),
  monthlyThreshold: z.number().min(0).max(1e12).optional(),
  /** Limits of a level (metres, or percent of a tank); limits of a quality unit are part of its parameters. */
  lowThreshold: z.number().optional(),
  highThreshold: z.number().optional(),
  /** By alert category, and by parameter for a quality unit. */
  alertEnabled: z.record(z.string().max(64), z.boolean()).optional(),
  /** Limits of the flow rate, m3/h. */
  flowLow: z.number().min(0).max(1e6).optional(),
  flowHigh: z.number().positive().max(1e6).optional(),
  /** What this unit has of its own of a category's alert parameters, such as quiet times. */
  alertParams: alertParams.optional(),
});
export type UnitMeta = z.infer<typeof unitMeta>;

export const unitSpec = z.object({
  subCategoryId: z.string().min(1).max(64),
  name: nameText(100).min(1),
  type: unitType,
  standardCategoryId: z.string().min(1).max(64),
  standardCategoryIds: z.array(z.string().min(1).max(64)).max(20).default([]),
  siUnit: z.string().max(20),
  deployed: z.boolean().default(true),
  position: z.number().int().min(0).max(100_000).default(0),
  /** KL for tanks, KL per day for flows, whatever the siUnit. */
  maxCapacity: z.number().positive().nullable().default(null),
  meta: unitMeta.default({}),
});
export type UnitSpec = z.infer<typeof unitSpec>;

const thresholds = z.record(z.string(), z.number().nullable());

/** A unit as clients see it, with the thresholds of the alert configuration. */
export const unitInfo = z
  .object({
    index: z
      .number()
      .int()
      .meta({ description: 'position in the list of the industry’s units; PATCH /accounts/info paths need it' }),
    unitId: z.string(),
    unitName: z.string(),
    unitType,
    standardCategoryId: z.string().meta({ description: 'the main one, which picks the formatter' }),
    standardCategoryIds: z.array(z.string()),
    categoryId: z.string(),
    subCategoryId: z.string(),
    group: z.string().optional(),
    siUnit: z.string(),
    isDeployed: z.boolean(),
    deviceId: z.string().nullable(),
    gatewayId: z.string().nullable().optional(),
    order: z.number(),
    unitThreshold: z.number().nullable().meta({ description: 'limit of a shift day in thresholdUnit' }),
    monthlyThreshold: z.number().nullable().meta({ description: 'limit of a calendar month in thresholdUnit' }),
    maxCapacity: z.number().optional().meta({ description: 'in thresholdUnit: of a tank whole, of a meter for a day' }),
    thresholdUnit: z
      .string()
      .meta({ description: 'siUnit where that is a volume or an energy, else KL, kWh or the unit that is counted' }),
    lowThreshold: thresholds.optional(),
    highThreshold: thresholds.optional(),
    alertEnabled: z.union([z.boolean(), z.record(z.string(), z.boolean())]),
    params: z
      .record(
        z.string(),
        z.object({
          name: z.string(),
          unit: z.string(),
          lt: z.number().nullable(),
          ht: z.number().nullable(),
          alertEnabled: z.boolean(),
          limitSource: z.string().optional(),
          surrogate: z.boolean().optional(),
        }),
      )
      .optional(),
    meta: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'UnitInfo' });
export type UnitInfo = z.infer<typeof unitInfo>;
