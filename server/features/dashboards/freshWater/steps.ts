import { z } from 'zod';

const text = z.string().trim().min(1).max(200);
const amount = z.number().min(0).max(1e9);
const surfaces = ['roof', 'metal_sheet', 'concrete', 'asphalt', 'paver', 'gravel', 'soil', 'lawn'] as const;
export const surfaceNames: readonly string[] = surfaces;
const industryTypes = [
  'beverage',
  'food',
  'textile',
  'chemical',
  'pharma',
  'metal',
  'automotive',
  'paper',
  'power',
  'other',
] as const;
export const industryTypeNames: readonly string[] = industryTypes;
const qualityClasses = ['product', 'process', 'utility', 'domestic', 'flushing', 'irrigation'] as const;
export const qualityClassNames: readonly string[] = qualityClasses;
const sources = ['surface', 'ground', 'third_party', 'sea', 'recycled', 'other'] as const;
export const sourceNames: readonly string[] = sources;
const yesNo = ['yes', 'no'] as const;
export const yesNoNames: readonly string[] = yesNo;

/** 1: where the site is and what it makes. */
const site = z.strictObject({
  siteName: text,
  areaM2: z.number().positive().max(1e9),
  location: z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }).optional(),
  state: text.optional(),
  district: text,
  industryType: z.enum(industryTypes),
  product: text.optional(),
  productionPerDay: amount.optional(),
  productionUnit: z.enum(['kg', 't', 'L', 'KL', 'piece']).optional(),
});

/** 2: surfaces that catch rain. */
const catchments = z.strictObject({
  catchments: z
    .array(
      z.strictObject({
        name: text,
        surface: z.enum(surfaces),
        areaM2: z.number().positive().max(1e8),
        coefficient: z.number().min(0).max(1).optional(),
        firstFlushMm: z.number().min(0).max(10).default(1),
        filterEfficiency: z.number().min(0).max(1).default(0.9),
      }),
    )
    .min(1)
    .max(200),
});

/** 3: what holds the rain, and where it goes into the ground. */
const storage = z.strictObject({
  tanks: z
    .array(z.strictObject({ name: text, capacityKL: z.number().positive().max(1e6) }))
    .max(100)
    .default([]),
  pits: z
    .array(z.strictObject({ name: text, volumeKL: z.number().positive().max(1e6) }))
    .max(100)
    .default([]),
  aquiferType: z.enum(['unconfined', 'semi-confined', 'confined', 'unknown']).default('unknown'),
});

/** 4: who wants water, how much, and how good it must be. */
const demand = z.strictObject({
  points: z
    .array(
      z.strictObject({
        name: text,
        klPerDay: amount,
        qualityClass: z.enum(qualityClasses),
        /** Rain may be in for it. */
        rainSuitable: z.enum(yesNo).default('yes'),
      }),
    )
    .min(1)
    .max(200),
});

/** 5: where water comes from now, what it costs, and what harvesting would cost. */
const supply = z.strictObject({
  sources: z
    .array(
      z.strictObject({
        source: z.enum(sources),
        klPerDay: amount,
        costPerKL: z.number().min(0).max(1e6),
        nocNumber: z.string().trim().max(100).optional(),
        nocValidTo: z.iso.date().optional(),
      }),
    )
    .min(1)
    .max(50),
  investment: amount.optional(),
  yearlyCost: amount.default(0),
});

/** 6: the gauge whose rain is counted on, and that everything has been looked at. */
const review = z.strictObject({ confirmed: z.enum(yesNo), gaugeUnitId: z.string().min(1).max(64).optional() });

/** Schemas of the six steps; their names are those of docs/domain.md 11. */
export const stepSchemas = { 1: site, 2: catchments, 3: storage, 4: demand, 5: supply, 6: review } as const;

export type SiteStep = z.output<typeof site>;
export type CatchmentStep = z.output<typeof catchments>;
export type StorageStep = z.output<typeof storage>;
export type DemandStep = z.output<typeof demand>;
export type SupplyStep = z.output<typeof supply>;
export type ReviewStep = z.output<typeof review>;
/** The steps as far as they were entered. */
export type FormSteps = Partial<{
  1: SiteStep;
  2: CatchmentStep;
  3: StorageStep;
  4: DemandStep;
  5: SupplyStep;
  6: ReviewStep;
}>;

/** Water that counts as fresh. */
export const isFresh = (source: SupplyStep['sources'][number]['source']): boolean => source !== 'recycled';
