import type { NorthGauge, NorthStream } from '../process/north.ts';
import type { DemoTank } from './beverageTanks.ts';
import { incomerMeter, levelMeter, magMeter, pulseMeter, pumpEnergyMeter, quality as signal } from './meters.ts';
import type { DemoDevice, DemoIndustry } from './model.ts';
import { borewell, energy, flow, outletLimits, param, quality, rainGauge, stock, sumOf } from './unitKinds.ts';

const used = { ids: ['ID_CONSUMPTION'] } as const;
const fresh = ['ID_SOURCE', 'ID_WATER_DEBITED'] as const;

const tanks = [
  {
    unit: 'rawTank',
    name: 'Raw water tank',
    sub: 'tanks',
    gauge: 'rawM3',
    capacityKl: 120,
    shape: { shape: 'rectangular', length: 8, width: 5, height: 3, compartments: 1 },
    ids: ['ID_RAW_WATER_STOCK'],
  },
  {
    unit: 'softTank',
    name: 'Soft water tank',
    sub: 'tanks',
    gauge: 'softM3',
    capacityKl: 60,
    shape: { shape: 'vertical_cylinder', diameter: 4.4, height: 4 },
  },
] satisfies (DemoTank & { gauge: NorthGauge })[];

/** `start` is what the register shows on the first day. */
const at = (unit: string, measured: { stream: NorthStream; name: string; slaveId: number; start: number }) => ({
  key: `${unit}Meter`,
  connection: 'gateway',
  ...measured,
  unit,
});
const gauge = (name: NorthGauge, noise: number) => ({ gauge: name, noise });

const devices: readonly DemoDevice[] = [
  magMeter(at('borewell', { stream: 'borewell', name: 'Borewell meter', slaveId: 1, start: 120_380 })),
  pulseMeter(at('municipal', { stream: 'municipal', name: 'Municipal meter', slaveId: 2, start: 40_215 })),
  pulseMeter(at('softener', { stream: 'softener', name: 'Softener meter', slaveId: 3, start: 77_640 })),
  pulseMeter(at('bottling', { stream: 'bottling', name: 'Bottling meter', slaveId: 4, start: 58_110 })),
  pulseMeter(at('kitchen', { stream: 'kitchen', name: 'Kitchen meter', slaveId: 5, start: 17_450 })),
  pulseMeter(at('domestic', { stream: 'domestic', name: 'Domestic meter', slaveId: 6, start: 9_860 })),
  magMeter(at('etpOut', { stream: 'etpOut', name: 'ETP outlet meter', slaveId: 7, start: 33_720 })),
  {
    key: 'wellLevel',
    name: 'Borewell level',
    template: 'headworks-analog-8',
    connection: 'gateway',
    slaveId: 8,
    signals: [signal('Channel 1', { unit: 'borewell', param: 'level' }, { ...gauge('borewellBgl', 0.01), errorPct: 0.1 })],
  },
  {
    key: 'softAnalyser',
    name: 'Soft water analyser',
    template: 'headworks-quality-analyser',
    connection: 'gateway',
    slaveId: 9,
    signals: [
      signal('pH', { unit: 'softQuality', param: 'ph' }, gauge('softPh', 0.01)),
      signal('TDS', { unit: 'softQuality', param: 'tds' }, gauge('softMgL', 1)),
    ],
  },
  {
    key: 'etpAnalyser',
    name: 'ETP outlet analyser',
    template: 'headworks-quality-analyser',
    connection: 'gateway',
    slaveId: 10,
    signals: [
      signal('pH', { unit: 'etpQuality', param: 'ph' }, gauge('etpPh', 0.01)),
      signal('TSS', { unit: 'etpQuality', param: 'tss' }, gauge('etpTss', 0.4)),
      signal('COD', { unit: 'etpQuality', param: 'cod' }, gauge('etpCod', 1)),
      signal('BOD', { unit: 'etpQuality', param: 'bod' }, gauge('etpBod', 0.2)),
    ],
  },
  ...tanks.map(({ unit, name, gauge: of, shape }, n) =>
    levelMeter({ key: `${unit}Level`, name: `${name} level`, connection: 'gateway', slaveId: 11 + n, unit, gauge: of, shape }),
  ),
  {
    key: 'rainGauge',
    name: 'Rain gauge',
    template: 'headworks-rain-gauge',
    connection: 'gateway',
    slaveId: 13,
    signals: [
      {
        tag: 'Rain',
        feeds: { unit: 'rain', param: 'rain' },
        reading: { kind: 'total', stream: 'rain', resolution: 0.2, start: 640.2, errorPct: 2 },
      },
    ],
  },
  incomerMeter({
    ...at('incomer', { stream: 'incomerKw', name: 'Incomer meter', slaveId: 1, start: 910_400 }),
    connection: 'incomer',
    pf: 0.92,
  }),
  pumpEnergyMeter({
    ...at('borewellEnergy', { stream: 'borewellKw', name: 'Borewell pump meter', slaveId: 2, start: 22_650 }),
    connection: 'incomer',
    pf: 0.85,
  }),
];

/** A second plant, small, whose people never see the first one. */
export const northIndustry: DemoIndustry = {
  id: 'NORTH',
  name: 'Shivalik Foods, Baddi',
  categories: [
    {
      standardCategoryId: 'SOURCE_CATEGORY',
      displayName: 'Water',
      siUnit: 'KL',
      subCategories: [
        { key: 'sources', displayName: 'Sources', group: 'Sources' },
        { key: 'treatment', displayName: 'Treatment', group: 'Treatment' },
        { key: 'uses', displayName: 'Uses', group: 'Consumption Points' },
        { key: 'wasteWater', displayName: 'Waste water', group: 'Discharge' },
      ],
    },
    {
      standardCategoryId: 'STOCK_CATEGORY',
      displayName: 'Tanks',
      siUnit: 'KL',
      subCategories: [{ key: 'tanks', displayName: 'Tanks', group: 'Storage' }],
    },
    {
      standardCategoryId: 'QUALITY_CATEGORY',
      displayName: 'Quality',
      siUnit: '',
      subCategories: [{ key: 'analysers', displayName: 'Analysers', group: 'Process' }],
    },
    {
      standardCategoryId: 'ENERGY_CATEGORY',
      displayName: 'Energy',
      siUnit: 'kWh',
      subCategories: [{ key: 'electricity', displayName: 'Electricity', group: 'Supply' }],
    },
    {
      standardCategoryId: 'RAIN_CATEGORY',
      displayName: 'Rain',
      siUnit: 'mm',
      subCategories: [{ key: 'weather', displayName: 'Weather', group: 'Weather' }],
    },
  ],
  units: [
    borewell({ key: 'borewell', name: 'Borewell', sub: 'sources' }, [20, 240], 32),
    flow({ key: 'municipal', name: 'Municipal inlet', sub: 'sources' }, [12, 40], {
      ids: fresh,
      meta: { waterSource: 'third_party', freshwater: true },
    }),
    flow({ key: 'softener', name: 'Softened water', sub: 'treatment' }, [16, 200]),
    flow({ key: 'bottling', name: 'Bottling line', sub: 'uses' }, [10, 120], used),
    flow({ key: 'kitchen', name: 'Process kitchen', sub: 'uses' }, [5, 50], used),
    flow({ key: 'domestic', name: 'Domestic', sub: 'uses' }, [5, 25], used),
    flow({ key: 'etpOut', name: 'ETP outlet', sub: 'wasteWater' }, [10, 90], {
      meta: { treatment: 'ETP', dischargeTo: 'Municipal sewer' },
    }),
    sumOf({ key: 'consumption', name: 'Total consumption', sub: 'uses' }, ['bottling', 'kitchen', 'domestic']),
    ...tanks.map((tank) => stock(tank)),
    quality(
      { key: 'softQuality', name: 'Soft water quality', sub: 'analysers' },
      {
        ph: param('pH', 'pH', 6.5, 8.5),
        tds: param('TDS', 'mg/L', null, 500),
      },
    ),
    quality(
      { key: 'etpQuality', name: 'ETP outlet quality', sub: 'analysers' },
      { ph: param('pH', 'pH', 5.5, 9), ...outletLimits },
    ),
    energy({ key: 'incomer', name: 'Main incomer', sub: 'electricity' }, 250, { contractKVA: 200 }),
    { ...energy({ key: 'borewellEnergy', name: 'Borewell pump', sub: 'electricity' }, 8), behind: 'incomer' },
    rainGauge({ key: 'rain', name: 'Rain gauge', sub: 'weather' }),
  ],
  connections: [
    { key: 'gateway', name: 'Plant gateway' },
    { key: 'incomer', name: 'Energy gateway' },
  ],
  devices,
};
