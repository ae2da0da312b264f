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

const at = (unit: string, stream: NorthStream, name: string, slaveId: number, start: number) => ({
  key: `${unit}Meter`,
  name,
  connection: 'gateway',
  slaveId,
  unit,
  stream,
  start,
});
const gauge = (name: NorthGauge, noise: number) => ({ gauge: name, noise });

const devices: readonly DemoDevice[] = [
  magMeter(at('borewell', 'borewell', 'Borewell meter', 1, 120_380)),
  pulseMeter(at('municipal', 'municipal', 'Municipal meter', 2, 40_215)),
  pulseMeter(at('softener', 'softener', 'Softener meter', 3, 77_640)),
  pulseMeter(at('bottling', 'bottling', 'Bottling meter', 4, 58_110)),
  pulseMeter(at('kitchen', 'kitchen', 'Kitchen meter', 5, 17_450)),
  pulseMeter(at('domestic', 'domestic', 'Domestic meter', 6, 9_860)),
  magMeter(at('etpOut', 'etpOut', 'ETP outlet meter', 7, 33_720)),
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
  incomerMeter({ ...at('incomer', 'incomerKw', 'Incomer meter', 1, 910_400), connection: 'incomer', pf: 0.92 }),
  pumpEnergyMeter({ ...at('borewellEnergy', 'borewellKw', 'Borewell pump meter', 2, 22_650), connection: 'incomer', pf: 0.85 }),
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
    borewell('borewell', 'Borewell', 'sources', [20, 240], 32),
    flow('municipal', 'Municipal inlet', 'sources', [12, 40], {
      ids: fresh,
      meta: { waterSource: 'third_party', freshwater: true },
    }),
    flow('softener', 'Softened water', 'treatment', [16, 200]),
    flow('bottling', 'Bottling line', 'uses', [10, 120], used),
    flow('kitchen', 'Process kitchen', 'uses', [5, 50], used),
    flow('domestic', 'Domestic', 'uses', [5, 25], used),
    flow('etpOut', 'ETP outlet', 'wasteWater', [10, 90], { meta: { treatment: 'ETP', dischargeTo: 'Municipal sewer' } }),
    sumOf('consumption', 'Total consumption', 'uses', ['bottling', 'kitchen', 'domestic']),
    ...tanks.map((tank) => stock(tank)),
    quality('softQuality', 'Soft water quality', 'analysers', {
      ph: param('pH', 'pH', 6.5, 8.5),
      tds: param('TDS', 'mg/L', null, 500),
    }),
    quality('etpQuality', 'ETP outlet quality', 'analysers', { ph: param('pH', 'pH', 5.5, 9), ...outletLimits }),
    energy('incomer', 'Main incomer', 'electricity', 250, { contractKVA: 200 }),
    { ...energy('borewellEnergy', 'Borewell pump', 'electricity', 8), behind: 'incomer' },
    rainGauge('rain', 'Rain gauge', 'weather'),
  ],
  connections: [
    { key: 'gateway', name: 'Plant gateway' },
    { key: 'incomer', name: 'Energy gateway' },
  ],
  devices,
};
