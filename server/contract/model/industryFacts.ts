import { z } from 'zod';
import { nameText } from '../rules/nameText.ts';
import { hourMinute } from './common.ts';

const name = nameText(100).min(1);
const id = z.string().min(1).max(64);
const rate = z.number().min(0).max(1e6);

/** What was made in a month; the water ratio and intensities divide by it. */
const production = z.object({
  month: z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'must be YYYY-MM, from 2000 to 2199'),
  product: name,
  quantity: z.number().min(0).max(1e12),
  unit: z.enum(['kg', 't', 'L', 'KL', 'piece']),
});

const tariffs = z
  .object({
    /** Price of a kWh; a slab with hours goes before one without. */
    energy: z
      .array(z.object({ from: hourMinute, to: hourMinute, ratePerKWh: rate }))
      .max(24)
      .default([]),
    ratePerKWh: rate.nullable().default(null),
    demandRatePerKVA: rate.nullable().default(null),
    gridKgCO2PerKWh: z.number().min(0).max(5).default(0.7).meta({ description: 'changes every year; the published grid factor' }),
    /** Price of fresh water by its source. */
    waterPerKL: z
      .partialRecord(z.enum(['surface', 'ground', 'third_party', 'sea', 'rain', 'recycled', 'other']), rate)
      .default({}),
  })
  .prefault({});

/** Where rain is caught; coefficients are of the surface's kind where left out. */
const catchment = z.object({
  id,
  name,
  surface: z.enum(['roof', 'metal_sheet', 'concrete', 'asphalt', 'paver', 'gravel', 'soil', 'lawn']),
  areaM2: z.number().positive().max(1e8),
  coefficient: z.number().min(0).max(1).optional(),
  firstFlushMm: z.number().min(0).max(10).default(1),
  filterEfficiency: z.number().min(0).max(1).default(0.9),
});

const aquifer = z.object({
  aquiferId: id,
  name,
  kind: z.enum(['unconfined', 'semi-confined', 'confined']),
  lithology: z.string().max(200).default(''),
  topMbgl: z.number().nullable().default(null),
  bottomMbgl: z.number().nullable().default(null),
  transmissivityM2d: z.number().positive().nullable().default(null),
  storativity: z.number().positive().max(1).nullable().default(null),
  specificYield: z.number().positive().max(1).nullable().default(null),
  tds: z.number().min(0).nullable().default(null),
  /** Area that the site draws from, square metres. */
  influenceAreaM2: z.number().positive().nullable().default(null),
  block: z
    .object({
      name: nameText(100),
      category: z.enum(['safe', 'semi_critical', 'critical', 'over_exploited', 'saline', 'unknown']),
      stageOfExtractionPct: z.number().min(0).nullable().default(null),
      assessmentYear: z.string().max(20).nullable().default(null),
    })
    .optional(),
});

const unitIds = z.array(id).max(50).default([]);

/** Which meters and tanks hold the caught rain. */
const rainWater = z
  .object({
    /** Meters of what the catchments give; where there are none it is used + recharged + spilled + the rise of the tanks. */
    harvestedUnitIds: unitIds,
    usedUnitIds: unitIds,
    rechargedUnitIds: unitIds,
    spilledUnitIds: unitIds,
    tankUnitIds: unitIds,
    /** The source that rain water replaces: its tariff is what is saved. */
    replaces: z.enum(['surface', 'ground', 'third_party', 'sea', 'recycled', 'other']).optional(),
  })
  .prefault({});

/** Design of an RO plant; the plant is the sub-category with this id. */
const roPlant = z.object({
  plantId: id,
  recoveryTargetPct: z.number().positive().max(100).nullable().default(null),
  designPermeateM3h: z.number().positive().nullable().default(null),
  membraneAreaM2: z.number().positive().nullable().default(null),
});

/**
 * Facts about a plant that no unit of it holds: production, tariffs, catchments, aquifers, RO designs. They are stored in the
 * industry's `meta` under `facts`; what is left out is as the domain's definitions have it.
 */
export const industryFacts = z
  .object({
    production: z.array(production).max(1200).default([]),
    /** Money earned in a fiscal year (April to March, named by its first year), in the industry's currency. */
    turnover: z
      .array(z.object({ fiscalYear: z.number().int().min(2000).max(2200), amount: z.number().positive() }))
      .max(100)
      .default([]),
    tariffs,
    catchments: z.array(catchment).max(200).default([]),
    rainWater,
    aquifers: z.array(aquifer).max(50).default([]),
    roPlants: z.array(roPlant).max(50).default([]),
    /** Energy alerts are shown and raised. */
    energyEnabled: z.boolean().default(true),
    waterStressed: z.boolean().default(false),
  })
  .prefault({})
  .meta({ id: 'IndustryFacts' });
export type IndustryFacts = z.output<typeof industryFacts>;
