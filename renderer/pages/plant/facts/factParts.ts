/** Parts of the facts of a plant, each a page of their form, with the fields of each. */
export const factParts = {
  tariffs: ['tariffs'],
  production: ['production', 'turnover'],
  rain: ['catchments', 'rainWater'],
  ro: ['roPlants'],
  aquifers: ['aquifers'],
  other: ['energyEnabled', 'waterStressed'],
} as const;
export type FactPart = keyof typeof factParts;
export const factPartNames = Object.keys(factParts) as FactPart[];

export const factPartWith = (path: string): FactPart =>
  factPartNames.find((part) => factParts[part].some((one) => path === one || path.startsWith(`${one}.`))) ?? 'tariffs';

/** Units of the fields; prices are in the plant's currency. */
export const unitsOfFacts = (currency: string): Readonly<Record<string, string>> => ({
  ratePerKWh: `${currency}/kWh`,
  demandRatePerKVA: `${currency}/kVA`,
  gridKgCO2PerKWh: 'kg/kWh',
  ...Object.fromEntries(
    ['surface', 'ground', 'third_party', 'sea', 'rain', 'recycled', 'other'].map((one) => [
      `waterPerKL.${one}`,
      `${currency}/KL`,
    ]),
  ),
  amount: currency,
  areaM2: 'm²',
  firstFlushMm: 'mm',
  topMbgl: 'm bgl',
  bottomMbgl: 'm bgl',
  transmissivityM2d: 'm²/d',
  tds: 'mg/L',
  influenceAreaM2: 'm²',
  stageOfExtractionPct: '%',
  recoveryTargetPct: '%',
  designPermeateM3h: 'm³/h',
  membraneAreaM2: 'm²',
});
