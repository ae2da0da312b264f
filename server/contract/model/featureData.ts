import { z } from 'zod';
import { scadaGraph } from '../user/scada.ts';
import { alertSettings } from './alertSettings.ts';
import { balanceGraph } from './balanceGraph.ts';
import { industryFacts } from './industryFacts.ts';
import { roActivityKinds } from './roActivityKinds.ts';
import { unitMeta } from './units.ts';

const id = z.string().min(1).max(64);
const unitIds = z.array(id).max(200);
const text = (longest: number) => z.string().max(longest);

export const execKpis = [
  'withdrawalKL',
  'freshKL',
  'recycledPct',
  'groundwaterKL',
  'intensity',
  'waterRatio',
  'neutralityIndex',
  'lossPct',
  'roRecoveryPct',
  'secKWhPerKL',
  'qualityCompliancePct',
  'completenessPct',
  'savingKL',
  'savingCost',
] as const;

const executiveSummary = z.object({
  industryIds: z
    .array(id)
    .max(500)
    .meta({ description: 'industries that the executive summary shows, of those that a user may see; none: all of them' }),
  kpis: z.array(z.enum(execKpis)).meta({ description: 'KPIs of which trends and comparisons are shown; none: all of them' }),
});

/** What the form of an RO plant's log offers. */
const roEfficiencyLog = z.object({
  kinds: z.array(z.enum(roActivityKinds)).min(1),
  chemicals: z.array(text(100).min(1)).max(200).default([]),
});

const well = unitMeta.shape.well.unwrap().partial();
const groundwater = z.object({
  wells: z.array(
    well.extend({
      unitId: z.string(),
      wellName: z.string(),
      location: unitMeta.shape.location.unwrap().nullable(),
    }),
  ),
  aquifer: industryFacts.unwrap().shape.aquifers.unwrap(),
});

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour as #RRGGBB');
const screens = z.object({
  pages: z.array(z.looseObject({ id, name: text(200) })).max(100),
  palette: z.record(z.string().max(64), colour).default({}),
  refreshSeconds: z.number().int().min(1).max(3600).default(5),
});

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number());
const ring = z
  .array(position)
  .min(4)
  .max(20_000)
  .refine((points) => {
    const [first, last] = [points[0], points.at(-1)];
    return first?.[0] === last?.[0] && first?.[1] === last?.[1];
  }, 'must end where it begins');
const polygon = z.looseObject({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1).max(100) });
const line = z.array(position).min(2).max(20_000);
const geometry = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('Point'), coordinates: position }),
  z.looseObject({ type: z.literal('MultiPoint'), coordinates: z.array(position).max(20_000) }),
  z.looseObject({ type: z.literal('LineString'), coordinates: line }),
  z.looseObject({ type: z.literal('MultiLineString'), coordinates: z.array(line).max(1000) }),
  polygon,
  z.looseObject({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon.shape.coordinates).max(1000) }),
]);
const mapView = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z
    .array(
      z.looseObject({
        type: z.literal('Feature'),
        geometry: geometry.nullable(),
        properties: z.record(z.string(), z.unknown()).nullable(),
      }),
    )
    .max(5000),
});

const waterRatio = z.object({
  numerator: unitIds.min(1).meta({ description: 'units whose volumes are added, each litre once' }),
  denominator: unitIds.default([]).meta({ description: 'units whose volumes divide; empty: the production of `product`' }),
  product: text(100).default('').meta({ description: 'as named in the facts of the plant' }),
});

const bathymetry = z.object({
  rows: z
    .array(z.tuple([z.number(), z.number().min(0), z.number().min(0)]).meta({ description: 'level m, area m2, volume m3' }))
    .min(2)
    .max(5000)
    .superRefine((rows, context) => {
      for (const [index, [level, area, volume]] of rows.entries()) {
        const [levelBefore, areaBefore, volumeBefore] = rows[index - 1] ?? [Number.NEGATIVE_INFINITY, 0, 0];
        if (level <= levelBefore || area < areaBefore || volume < volumeBefore)
          context.addIssue({
            code: 'custom',
            path: [index],
            message: 'the level must be above that of the row before, area and volume not below',
          });
      }
    }),
});

const satelliteModel = z.object({
  bands: z.array(text(50).min(1)).min(1).max(50),
  coefficients: z.record(z.string().max(64), z.number()),
  note: text(2000).default(''),
});

/** What each feature's data look like. */
export const featureSchemas = {
  waterBalance: balanceGraph,
  waterBalanceLeakage: balanceGraph,
  scadaWaterBalance: scadaGraph,
  adminScadaWaterBalance: scadaGraph,
  alerts: alertSettings,
  executiveSummary,
  roEfficiencyLog,
  GWI: groundwater,
  HMI_CONFIG: screens,
  webHMI: screens,
  map_view: mapView,
  water_ratio: waterRatio,
  BATHY_DATA: bathymetry,
  LAKE_BOUNDARY: polygon,
  SATELLITE_MODEL: satelliteModel,
} as const;

export type Feature = keyof typeof featureSchemas;
export type FeatureData<F extends Feature> = z.output<(typeof featureSchemas)[F]>;
export const features = Object.keys(featureSchemas) as [Feature, ...Feature[]];

/** Those that are saved as documents of their own; the others are edited where their pages are. */
export const savedFeatures = [
  'waterBalanceLeakage',
  'executiveSummary',
  'roEfficiencyLog',
  'HMI_CONFIG',
  'webHMI',
  'map_view',
  'water_ratio',
  'BATHY_DATA',
  'LAKE_BOUNDARY',
  'SATELLITE_MODEL',
] as const satisfies readonly Feature[];
export type SavedFeature = (typeof savedFeatures)[number];
