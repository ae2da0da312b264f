import { beverageTanks } from './beverageTanks.ts';
import type { DemoCategory, DemoUnit } from './model.ts';
import { borewell, energy, flow, level, outletLimits, param, quality, rainGauge, stock, sumOf } from './unitKinds.ts';

export const beverageCategories: readonly DemoCategory[] = [
  {
    standardCategoryId: 'SOURCE_CATEGORY',
    displayName: 'Water',
    siUnit: 'KL',
    subCategories: [
      { key: 'groundWater', displayName: 'Ground water', group: 'Sources' },
      { key: 'town', displayName: 'Town water', group: 'Sources' },
      { key: 'rainWater', displayName: 'Rain water', group: 'Sources' },
      { key: 'treatment', displayName: 'Treatment', group: 'Treatment' },
      { key: 'production', displayName: 'Production', group: 'Consumption Points' },
      { key: 'utilities', displayName: 'Utilities', group: 'Consumption Points' },
      { key: 'people', displayName: 'Domestic and canteen', group: 'Consumption Points' },
      { key: 'wasteWater', displayName: 'Waste water', group: 'Discharge' },
      { key: 'totals', displayName: 'Totals', group: 'Totals' },
    ],
  },
  {
    standardCategoryId: 'STOCK_CATEGORY',
    displayName: 'Tanks',
    siUnit: 'KL',
    subCategories: [
      { key: 'freshTanks', displayName: 'Fresh and treated water', group: 'Storage' },
      { key: 'wasteTanks', displayName: 'Effluent', group: 'Storage' },
    ],
  },
  {
    standardCategoryId: 'GROUND_WATER_LEVEL',
    displayName: 'Ground water level',
    siUnit: 'm',
    subCategories: [{ key: 'wells', displayName: 'Wells', group: 'Wells' }],
  },
  {
    standardCategoryId: 'QUALITY_CATEGORY',
    displayName: 'Quality',
    siUnit: '',
    subCategories: [
      { key: 'processQuality', displayName: 'Process water', group: 'Process' },
      { key: 'outletQuality', displayName: 'Outlets', group: 'Discharge' },
    ],
  },
  {
    standardCategoryId: 'ENERGY_CATEGORY',
    displayName: 'Energy',
    siUnit: 'kWh',
    subCategories: [
      { key: 'incomers', displayName: 'Incomers', group: 'Supply' },
      { key: 'drives', displayName: 'Pumps and RO', group: 'Drives' },
    ],
  },
  {
    standardCategoryId: 'RAIN_CATEGORY',
    displayName: 'Rain',
    siUnit: 'mm',
    subCategories: [{ key: 'weather', displayName: 'Weather', group: 'Weather' }],
  },
];

const fresh = ['ID_SOURCE', 'ID_WATER_DEBITED'] as const;
const used = { ids: ['ID_CONSUMPTION'] } as const;
const ro = (side: 'feed' | 'permeate' | 'reject' | 'train') =>
  ({ ids: ['RO_EFFICIENCY_PLANT'], meta: { ro: { side } } }) as const;
/** Lines that must come back to nothing at night. */
const watched = {
  ...used,
  meta: { alertEnabled: { daily_threshold: true, monthly_threshold: true, stable_flow: true } },
} as const;

const consumers = ['line1', 'line2', 'line3', 'syrup', 'boiler', 'coolingMakeUp', 'domestic', 'canteen'];

export const beverageUnits: readonly DemoUnit[] = [
  borewell('borewell1', 'Borewell 1', 'groundWater', [40, 600], 45),
  borewell('borewell2', 'Borewell 2', 'groundWater', [35, 500], 48),
  flow('municipal', 'Municipal inlet', 'town', [30, 260], {
    ids: fresh,
    meta: { waterSource: 'third_party', freshwater: true, meter: { modulus: 100_000, basePerCount: 1000, maxPerHour: 30 } },
  }),
  flow('harvestUse', 'Rain water to raw tank', 'rainWater', [12, 190], { ids: ['ID_SOURCE'], meta: { waterSource: 'rain' } }),
  flow('recharge', 'Rain water recharge', 'rainWater', [400, 900], {
    ids: ['ID_WATER_CREDITED'],
    meta: {
      waterSource: 'rain',
      credit: {
        method: 'metered',
        onSite: true,
        sameWatershed: true,
        verifiedBy: 'District ground water cell',
        validTo: '2030-03-31',
      },
    },
  }),
  {
    key: 'pondOffset',
    name: 'Village pond (offset)',
    sub: 'rainWater',
    type: 'manual',
    siUnit: 'KL',
    ids: ['ID_WATER_CREDITED'],
    meta: {
      waterSource: 'rain',
      credit: {
        method: 'calculated',
        onSite: false,
        sameWatershed: true,
        verifiedBy: 'Watershed trust, survey of 2026',
        validTo: '2030-03-31',
      },
    },
  },
  flow('roFeed', 'RO feed', 'treatment', [60, 1200], ro('feed')),
  { ...flow('permeate', 'RO permeate', 'treatment', [45, 900], ro('permeate')), behind: 'roFeed' },
  {
    ...flow('reject', 'RO reject', 'treatment', [18, 300], {
      ids: ro('reject').ids,
      meta: { ...ro('reject').meta, dischargeTo: 'Common effluent treatment plant' },
    }),
    behind: 'roFeed',
  },
  flow('backwash', 'Filter backwash', 'treatment', [60, 40]),
  flow('processMain', 'Process water main', 'treatment', [60, 850]),
  flow('line1', 'Line 1 PET', 'production', [20, 320], used),
  flow('line2', 'Line 2 cans', 'production', [14, 170], watched),
  flow('line3', 'Line 3 glass', 'production', [14, 180], watched),
  flow('syrup', 'Syrup room', 'production', [14, 80], used),
  flow('boiler', 'Boiler make-up', 'utilities', [5, 60], used),
  flow('coolingMakeUp', 'Cooling tower make-up', 'utilities', [18, 110], used),
  flow('coolingBlowDown', 'Cooling tower blow-down', 'wasteWater', [6, 40]),
  flow('domestic', 'Domestic', 'people', [12, 70], used),
  flow('canteen', 'Canteen', 'people', [5, 20], used),
  flow('etpIn', 'ETP inlet', 'wasteWater', [30, 350]),
  { ...flow('etpOut', 'ETP outlet', 'wasteWater', [30, 340], { meta: { treatment: 'ETP' } }), behind: 'etpIn' },
  flow('stpIn', 'STP inlet', 'wasteWater', [8, 80]),
  { ...flow('stpOut', 'STP outlet', 'wasteWater', [8, 80], { meta: { treatment: 'STP' } }), behind: 'stpIn' },
  // from the pond of treated effluent, instead of fresh water
  flow('garden', 'Garden irrigation', 'wasteWater', [18, 60], { meta: { waterSource: 'recycled', freshwater: false } }),
  flow('discharge', 'Discharge to common plant', 'wasteWater', [45, 550], {
    meta: { dischargeTo: 'Common effluent treatment plant' },
  }),
  sumOf('intake', 'Total intake', 'totals', ['borewell1', 'borewell2', 'municipal', 'harvestUse']),
  sumOf('consumption', 'Total consumption', 'totals', consumers),
  ...beverageTanks.map((tank) => stock(tank)),
  level('piezometer', 'Piezometer', 'wells', 35),
  quality(
    'roQuality',
    'RO train',
    'processQuality',
    {
      feed_conductivity: param('Feed conductivity', 'µS/cm', null, 1800),
      permeate_conductivity: param('Permeate conductivity', 'µS/cm', null, 60),
      reject_conductivity: param('Reject conductivity', 'µS/cm'),
      feed_pressure: param('Feed pressure', 'bar', null, 14),
      reject_pressure: param('Reject pressure', 'bar'),
      permeate_pressure: param('Permeate pressure', 'bar'),
      temperature: param('Feed temperature', '°C', 10, 40),
    },
    { ids: ro('train').ids },
  ),
  quality('treatedQuality', 'Treated water quality', 'processQuality', {
    tds: param('TDS', 'mg/L', null, 500),
    turbidity: param('Turbidity', 'NTU', null, 1),
    chlorine: param('Free residual chlorine', 'mg/L', 0.2, 1),
  }),
  quality('coolingQuality', 'Cooling tower water', 'processQuality', {
    conductivity: param('Conductivity', 'µS/cm', null, 5500),
  }),
  quality('etpQuality', 'ETP outlet quality', 'outletQuality', {
    ph: param('pH', 'pH', 5.5, 9),
    temperature: param('Temperature', '°C', null, 40),
    ...outletLimits,
  }),
  quality('stpQuality', 'STP outlet quality', 'outletQuality', { ph: param('pH', 'pH', 5.5, 9), ...outletLimits }),
  energy('incomer', 'Main incomer', 'incomers', 800, { contractKVA: 750 }),
  { ...energy('roEnergy', 'RO train energy', 'drives', 45), ids: ro('train').ids, behind: 'incomer' },
  { ...energy('borewell1Energy', 'Borewell 1 pump', 'drives', 18), behind: 'incomer' },
  { ...energy('borewell2Energy', 'Borewell 2 pump', 'drives', 18), behind: 'incomer' },
  { ...energy('etpEnergy', 'Effluent plant energy', 'drives', 40), behind: 'incomer' },
  rainGauge('rain', 'Rain gauge', 'weather'),
];
