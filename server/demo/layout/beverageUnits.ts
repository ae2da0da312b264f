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
  borewell({ key: 'borewell1', name: 'Borewell 1', sub: 'groundWater' }, [40, 600], 45),
  borewell({ key: 'borewell2', name: 'Borewell 2', sub: 'groundWater' }, [35, 500], 48),
  flow({ key: 'municipal', name: 'Municipal inlet', sub: 'town' }, [30, 260], {
    ids: fresh,
    meta: { waterSource: 'third_party', freshwater: true, meter: { modulus: 100_000, basePerCount: 1000, maxPerHour: 30 } },
  }),
  flow({ key: 'harvestUse', name: 'Rain water to raw tank', sub: 'rainWater' }, [12, 190], {
    ids: ['ID_SOURCE'],
    meta: { waterSource: 'rain' },
  }),
  flow({ key: 'recharge', name: 'Rain water recharge', sub: 'rainWater' }, [400, 900], {
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
  flow({ key: 'roFeed', name: 'RO feed', sub: 'treatment' }, [60, 1200], ro('feed')),
  { ...flow({ key: 'permeate', name: 'RO permeate', sub: 'treatment' }, [45, 900], ro('permeate')), behind: 'roFeed' },
  {
    ...flow({ key: 'reject', name: 'RO reject', sub: 'treatment' }, [18, 300], {
      ids: ro('reject').ids,
      meta: { ...ro('reject').meta, dischargeTo: 'Common effluent treatment plant' },
    }),
    behind: 'roFeed',
  },
  flow({ key: 'backwash', name: 'Filter backwash', sub: 'treatment' }, [60, 40]),
  flow({ key: 'processMain', name: 'Process water main', sub: 'treatment' }, [60, 850]),
  flow({ key: 'line1', name: 'Line 1 PET', sub: 'production' }, [20, 320], used),
  flow({ key: 'line2', name: 'Line 2 cans', sub: 'production' }, [14, 170], watched),
  flow({ key: 'line3', name: 'Line 3 glass', sub: 'production' }, [14, 180], watched),
  flow({ key: 'syrup', name: 'Syrup room', sub: 'production' }, [14, 80], used),
  flow({ key: 'boiler', name: 'Boiler make-up', sub: 'utilities' }, [5, 60], used),
  flow({ key: 'coolingMakeUp', name: 'Cooling tower make-up', sub: 'utilities' }, [18, 110], used),
  flow({ key: 'coolingBlowDown', name: 'Cooling tower blow-down', sub: 'wasteWater' }, [6, 40]),
  flow({ key: 'domestic', name: 'Domestic', sub: 'people' }, [12, 70], used),
  flow({ key: 'canteen', name: 'Canteen', sub: 'people' }, [5, 20], used),
  flow({ key: 'etpIn', name: 'ETP inlet', sub: 'wasteWater' }, [30, 350]),
  {
    ...flow({ key: 'etpOut', name: 'ETP outlet', sub: 'wasteWater' }, [30, 340], { meta: { treatment: 'ETP' } }),
    behind: 'etpIn',
  },
  flow({ key: 'stpIn', name: 'STP inlet', sub: 'wasteWater' }, [8, 80]),
  { ...flow({ key: 'stpOut', name: 'STP outlet', sub: 'wasteWater' }, [8, 80], { meta: { treatment: 'STP' } }), behind: 'stpIn' },
  // from the pond of treated effluent, instead of fresh water
  flow({ key: 'garden', name: 'Garden irrigation', sub: 'wasteWater' }, [18, 60], {
    meta: { waterSource: 'recycled', freshwater: false },
  }),
  flow({ key: 'discharge', name: 'Discharge to common plant', sub: 'wasteWater' }, [45, 550], {
    meta: { dischargeTo: 'Common effluent treatment plant' },
  }),
  sumOf({ key: 'intake', name: 'Total intake', sub: 'totals' }, ['borewell1', 'borewell2', 'municipal', 'harvestUse']),
  sumOf({ key: 'consumption', name: 'Total consumption', sub: 'totals' }, consumers),
  ...beverageTanks.map((tank) => stock(tank)),
  level({ key: 'piezometer', name: 'Piezometer', sub: 'wells' }, 35),
  quality(
    { key: 'roQuality', name: 'RO train', sub: 'processQuality' },
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
  quality(
    { key: 'treatedQuality', name: 'Treated water quality', sub: 'processQuality' },
    {
      tds: param('TDS', 'mg/L', null, 500),
      turbidity: param('Turbidity', 'NTU', null, 1),
      chlorine: param('Free residual chlorine', 'mg/L', 0.2, 1),
    },
  ),
  quality(
    { key: 'coolingQuality', name: 'Cooling tower water', sub: 'processQuality' },
    {
      conductivity: param('Conductivity', 'µS/cm', null, 5500),
    },
  ),
  quality(
    { key: 'etpQuality', name: 'ETP outlet quality', sub: 'outletQuality' },
    {
      ph: param('pH', 'pH', 5.5, 9),
      temperature: param('Temperature', '°C', null, 40),
      ...outletLimits,
    },
  ),
  quality(
    { key: 'stpQuality', name: 'STP outlet quality', sub: 'outletQuality' },
    { ph: param('pH', 'pH', 5.5, 9), ...outletLimits },
  ),
  energy({ key: 'incomer', name: 'Main incomer', sub: 'incomers' }, 800, { contractKVA: 750 }),
  { ...energy({ key: 'roEnergy', name: 'RO train energy', sub: 'drives' }, 45), ids: ro('train').ids, behind: 'incomer' },
  { ...energy({ key: 'borewell1Energy', name: 'Borewell 1 pump', sub: 'drives' }, 18), behind: 'incomer' },
  { ...energy({ key: 'borewell2Energy', name: 'Borewell 2 pump', sub: 'drives' }, 18), behind: 'incomer' },
  { ...energy({ key: 'etpEnergy', name: 'Effluent plant energy', sub: 'drives' }, 40), behind: 'incomer' },
  rainGauge({ key: 'rain', name: 'Rain gauge', sub: 'weather' }),
];
