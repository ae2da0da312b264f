import type { BeverageGauge, BeverageStream } from '../process/beverageState.ts';
import { pumpDrive } from './beveragePump.ts';
import { beverageTanks } from './beverageTanks.ts';
import { valveBoard } from './beverageValves.ts';
import { clampOnMeter, incomerMeter, levelMeter, magMeter, pulseMeter, pumpEnergyMeter, quality } from './meters.ts';
import type { DemoConnection, DemoDevice, DemoSignal } from './model.ts';

/** Gateways with many slaves, and devices with a network port of their own. */
export const beverageConnections: readonly DemoConnection[] = [
  { key: 'wellfield', name: 'Well field gateway' },
  { key: 'process', name: 'Process gateway' },
  { key: 'utilities', name: 'Utilities gateway' },
  { key: 'effluent', name: 'Effluent gateway' },
  { key: 'tankFarm', name: 'Tank farm gateway' },
  { key: 'roSkid', name: 'RO skid' },
  { key: 'incomer', name: 'Main incomer' },
  { key: 'weather', name: 'Weather station' },
];

/** Conductivity of a dissolved salt content: 0.65 mg/L per µS/cm. */
const perConductivity = 1 / 0.65;
const gauge = (name: BeverageGauge, noise: number, factor?: number) => ({ gauge: name, noise, ...(factor ? { factor } : {}) });
/** `start` is what the register shows on the first day. */
type Placed = { name: string; connection: string; slaveId: number; start: number };
const meter = (unit: BeverageStream, placed: Placed) => ({ key: `${unit}Meter`, ...placed, unit, stream: unit });
const energy = (unit: string, measured: Placed & { stream: BeverageStream; pf: number }) => ({
  key: `${unit}Meter`,
  ...measured,
  unit,
});
const depth = (tag: string, unit: string, of: BeverageGauge): DemoSignal =>
  quality(tag, { unit, param: 'level' }, { ...gauge(of, 0.01), errorPct: 0.1 });
const roSignal = (channel: number, param: string, of: ReturnType<typeof gauge>): DemoSignal =>
  quality(`Channel ${channel}`, { unit: 'roQuality', param }, of);

const wellfield: DemoDevice[] = [
  magMeter(meter('borewell1', { name: 'Borewell 1 meter', connection: 'wellfield', slaveId: 1, start: 418_220 })),
  magMeter(meter('borewell2', { name: 'Borewell 2 meter', connection: 'wellfield', slaveId: 2, start: 263_940 })),
  pulseMeter({
    ...meter('municipal', { name: 'Municipal meter', connection: 'wellfield', slaveId: 3, start: 0 }),
    modulus: 100_000,
  }),
  {
    key: 'wellLevels',
    name: 'Well level logger',
    template: 'headworks-analog-8',
    connection: 'wellfield',
    slaveId: 4,
    signals: [
      depth('Channel 1', 'borewell1', 'borewell1Bgl'),
      depth('Channel 2', 'borewell2', 'borewell2Bgl'),
      depth('Channel 3', 'piezometer', 'piezometerBgl'),
    ],
  },
  pumpEnergyMeter(
    energy('borewell1Energy', {
      stream: 'borewell1Kw',
      name: 'Borewell 1 pump meter',
      connection: 'wellfield',
      slaveId: 5,
      start: 81_300,
      pf: 0.86,
    }),
  ),
  pumpEnergyMeter(
    energy('borewell2Energy', {
      stream: 'borewell2Kw',
      name: 'Borewell 2 pump meter',
      connection: 'wellfield',
      slaveId: 6,
      start: 77_900,
      pf: 0.85,
    }),
  ),
];

const roSkid: DemoDevice[] = [
  magMeter(meter('roFeed', { name: 'RO feed meter', connection: 'roSkid', slaveId: 1, start: 1_204_330 })),
  magMeter(meter('permeate', { name: 'RO permeate meter', connection: 'roSkid', slaveId: 2, start: 902_770 })),
  magMeter(meter('reject', { name: 'RO reject meter', connection: 'roSkid', slaveId: 3, start: 301_420 })),
  {
    key: 'roInstruments',
    name: 'RO instruments',
    template: 'headworks-analog-8',
    connection: 'roSkid',
    slaveId: 4,
    signals: [
      roSignal(1, 'feed_conductivity', gauge('rawMgL', 4, perConductivity)),
      roSignal(2, 'permeate_conductivity', gauge('permeateMgL', 0.2, perConductivity)),
      roSignal(3, 'reject_conductivity', gauge('rejectMgL', 12, perConductivity)),
      roSignal(4, 'feed_pressure', gauge('feedBar', 0.03)),
      roSignal(5, 'reject_pressure', gauge('rejectBar', 0.03)),
      roSignal(6, 'permeate_pressure', gauge('permeateBar', 0.005)),
      roSignal(7, 'temperature', gauge('roCelsius', 0.05)),
    ],
  },
  pumpEnergyMeter(
    energy('roEnergy', { stream: 'roKw', name: 'RO energy meter', connection: 'roSkid', slaveId: 5, start: 96_400, pf: 0.9 }),
  ),
];

const process: DemoDevice[] = [
  valveBoard,
  pumpDrive,
  magMeter(meter('processMain', { name: 'Process main meter', connection: 'process', slaveId: 1, start: 880_110 })),
  clampOnMeter(meter('line1', { name: 'Line 1 meter', connection: 'process', slaveId: 2, start: 402_910 })),
  clampOnMeter(meter('line2', { name: 'Line 2 meter', connection: 'process', slaveId: 3, start: 188_460 })),
  clampOnMeter(meter('line3', { name: 'Line 3 meter', connection: 'process', slaveId: 4, start: 174_050 })),
  pulseMeter(meter('syrup', { name: 'Syrup room meter', connection: 'process', slaveId: 5, start: 61_280 })),
  pulseMeter(meter('boiler', { name: 'Boiler make-up meter', connection: 'process', slaveId: 6, start: 42_915 })),
  {
    key: 'treatedAnalyser',
    name: 'Treated water analyser',
    template: 'headworks-quality-analyser',
    connection: 'process',
    slaveId: 7,
    signals: [
      quality('TDS', { unit: 'treatedQuality', param: 'tds' }, gauge('treatedMgL', 0.3)),
      quality('Turbidity', { unit: 'treatedQuality', param: 'turbidity' }, gauge('turbidityNtu', 0.01)),
      quality('Free chlorine', { unit: 'treatedQuality', param: 'chlorine' }, gauge('chlorineMgL', 0.01)),
    ],
  },
];

const utilities: DemoDevice[] = [
  pulseMeter(meter('backwash', { name: 'Backwash meter', connection: 'utilities', slaveId: 1, start: 20_330 })),
  pulseMeter(meter('coolingMakeUp', { name: 'Cooling make-up meter', connection: 'utilities', slaveId: 2, start: 88_205 })),
  pulseMeter(meter('coolingBlowDown', { name: 'Cooling blow-down meter', connection: 'utilities', slaveId: 3, start: 21_040 })),
  pulseMeter(meter('domestic', { name: 'Domestic meter', connection: 'utilities', slaveId: 4, start: 55_870 })),
  pulseMeter(meter('canteen', { name: 'Canteen meter', connection: 'utilities', slaveId: 5, start: 14_660 })),
  pulseMeter(meter('harvestUse', { name: 'Harvest use meter', connection: 'utilities', slaveId: 6, start: 9_120 })),
  pulseMeter(meter('recharge', { name: 'Recharge meter', connection: 'utilities', slaveId: 7, start: 3_405 })),
  {
    key: 'coolingAnalyser',
    name: 'Cooling water analyser',
    template: 'headworks-quality-analyser',
    connection: 'utilities',
    slaveId: 8,
    signals: [quality('Conductivity', { unit: 'coolingQuality', param: 'conductivity' }, gauge('basinMgL', 8, perConductivity))],
  },
];

const outlet = (unit: 'etp' | 'stp', slaveId: number): DemoDevice => ({
  key: `${unit}Analyser`,
  name: `${unit.toUpperCase()} outlet analyser`,
  template: 'headworks-quality-analyser',
  connection: 'effluent',
  slaveId,
  signals: [
    ...(unit === 'stp' ? [quality('pH', { unit: 'stpQuality', param: 'ph' }, gauge('stpPh', 0.01))] : []),
    quality('TSS', { unit: `${unit}Quality`, param: 'tss' }, gauge(`${unit}Tss`, 0.4)),
    quality('COD', { unit: `${unit}Quality`, param: 'cod' }, gauge(`${unit}Cod`, 1.2)),
    quality('BOD', { unit: `${unit}Quality`, param: 'bod' }, gauge(`${unit}Bod`, 0.2)),
  ],
});

const effluent: DemoDevice[] = [
  clampOnMeter(meter('etpIn', { name: 'ETP inlet meter', connection: 'effluent', slaveId: 1, start: 240_870 })),
  magMeter(meter('etpOut', { name: 'ETP outlet meter', connection: 'effluent', slaveId: 2, start: 231_640 })),
  pulseMeter(meter('stpIn', { name: 'STP inlet meter', connection: 'effluent', slaveId: 3, start: 58_130 })),
  pulseMeter(meter('stpOut', { name: 'STP outlet meter', connection: 'effluent', slaveId: 4, start: 55_980 })),
  magMeter(meter('discharge', { name: 'Discharge meter', connection: 'effluent', slaveId: 5, start: 480_250 })),
  pulseMeter(meter('garden', { name: 'Garden meter', connection: 'effluent', slaveId: 6, start: 24_310 })),
  {
    key: 'etpPh',
    name: 'ETP outlet pH',
    template: 'supmea-ph8001',
    connection: 'effluent',
    slaveId: 7,
    signals: [
      quality('pH', { unit: 'etpQuality', param: 'ph' }, gauge('etpPh', 0.01)),
      quality('Temperature', { unit: 'etpQuality', param: 'temperature' }, gauge('airCelsius', 0.1)),
    ],
  },
  outlet('etp', 8),
  outlet('stp', 9),
  pumpEnergyMeter(
    energy('etpEnergy', {
      stream: 'etpKw',
      name: 'Effluent plant meter',
      connection: 'effluent',
      slaveId: 10,
      start: 70_800,
      pf: 0.88,
    }),
  ),
];

export const beverageDevices: readonly DemoDevice[] = [
  ...wellfield,
  ...roSkid,
  ...process,
  ...utilities,
  ...effluent,
  ...beverageTanks.map(({ unit, name, gauge: of, shape }, n) =>
    levelMeter({ key: `${unit}Level`, name: `${name} level`, connection: 'tankFarm', slaveId: n + 1, unit, gauge: of, shape }),
  ),
  incomerMeter(
    energy('incomer', {
      stream: 'incomerKw',
      name: 'Main incomer meter',
      connection: 'incomer',
      slaveId: 1,
      start: 4_803_200,
      pf: 0.94,
    }),
  ),
  {
    key: 'rainGauge',
    name: 'Rain gauge',
    template: 'headworks-rain-gauge',
    connection: 'weather',
    slaveId: 1,
    signals: [
      {
        tag: 'Rain',
        feeds: { unit: 'rain', param: 'rain' },
        reading: { kind: 'total', stream: 'rain', resolution: 0.2, start: 1810.4, errorPct: 2 },
      },
      {
        tag: 'Intensity',
        reading: { kind: 'rate', stream: 'rain', errorPct: 2, noisePct: 1 },
      },
    ],
  },
];
