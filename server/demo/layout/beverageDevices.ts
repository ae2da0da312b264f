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
const meter = (unit: BeverageStream, name: string, connection: string, slaveId: number, start: number) => ({
  key: `${unit}Meter`,
  name,
  connection,
  slaveId,
  unit,
  stream: unit,
  start,
});
const energy = (
  unit: string,
  stream: BeverageStream,
  name: string,
  at: [connection: string, slaveId: number],
  start: number,
  pf: number,
) => ({
  key: `${unit}Meter`,
  name,
  connection: at[0],
  slaveId: at[1],
  unit,
  stream,
  start,
  pf,
});
const depth = (tag: string, unit: string, of: BeverageGauge): DemoSignal =>
  quality(tag, { unit, param: 'level' }, { ...gauge(of, 0.01), errorPct: 0.1 });
const roSignal = (channel: number, param: string, of: ReturnType<typeof gauge>): DemoSignal =>
  quality(`Channel ${channel}`, { unit: 'roQuality', param }, of);

const wellfield: DemoDevice[] = [
  magMeter(meter('borewell1', 'Borewell 1 meter', 'wellfield', 1, 418_220)),
  magMeter(meter('borewell2', 'Borewell 2 meter', 'wellfield', 2, 263_940)),
  pulseMeter({ ...meter('municipal', 'Municipal meter', 'wellfield', 3, 0), modulus: 100_000 }),
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
  pumpEnergyMeter(energy('borewell1Energy', 'borewell1Kw', 'Borewell 1 pump meter', ['wellfield', 5], 81_300, 0.86)),
  pumpEnergyMeter(energy('borewell2Energy', 'borewell2Kw', 'Borewell 2 pump meter', ['wellfield', 6], 77_900, 0.85)),
];

const roSkid: DemoDevice[] = [
  magMeter(meter('roFeed', 'RO feed meter', 'roSkid', 1, 1_204_330)),
  magMeter(meter('permeate', 'RO permeate meter', 'roSkid', 2, 902_770)),
  magMeter(meter('reject', 'RO reject meter', 'roSkid', 3, 301_420)),
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
  pumpEnergyMeter(energy('roEnergy', 'roKw', 'RO energy meter', ['roSkid', 5], 96_400, 0.9)),
];

const process: DemoDevice[] = [
  valveBoard,
  pumpDrive,
  magMeter(meter('processMain', 'Process main meter', 'process', 1, 880_110)),
  clampOnMeter(meter('line1', 'Line 1 meter', 'process', 2, 402_910)),
  clampOnMeter(meter('line2', 'Line 2 meter', 'process', 3, 188_460)),
  clampOnMeter(meter('line3', 'Line 3 meter', 'process', 4, 174_050)),
  pulseMeter(meter('syrup', 'Syrup room meter', 'process', 5, 61_280)),
  pulseMeter(meter('boiler', 'Boiler make-up meter', 'process', 6, 42_915)),
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
  pulseMeter(meter('backwash', 'Backwash meter', 'utilities', 1, 20_330)),
  pulseMeter(meter('coolingMakeUp', 'Cooling make-up meter', 'utilities', 2, 88_205)),
  pulseMeter(meter('coolingBlowDown', 'Cooling blow-down meter', 'utilities', 3, 21_040)),
  pulseMeter(meter('domestic', 'Domestic meter', 'utilities', 4, 55_870)),
  pulseMeter(meter('canteen', 'Canteen meter', 'utilities', 5, 14_660)),
  pulseMeter(meter('harvestUse', 'Harvest use meter', 'utilities', 6, 9_120)),
  pulseMeter(meter('recharge', 'Recharge meter', 'utilities', 7, 3_405)),
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
  clampOnMeter(meter('etpIn', 'ETP inlet meter', 'effluent', 1, 240_870)),
  magMeter(meter('etpOut', 'ETP outlet meter', 'effluent', 2, 231_640)),
  pulseMeter(meter('stpIn', 'STP inlet meter', 'effluent', 3, 58_130)),
  pulseMeter(meter('stpOut', 'STP outlet meter', 'effluent', 4, 55_980)),
  magMeter(meter('discharge', 'Discharge meter', 'effluent', 5, 480_250)),
  pulseMeter(meter('garden', 'Garden meter', 'effluent', 6, 24_310)),
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
  pumpEnergyMeter(energy('etpEnergy', 'etpKw', 'Effluent plant meter', ['effluent', 10], 70_800, 0.88)),
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
  incomerMeter(energy('incomer', 'incomerKw', 'Main incomer meter', ['incomer', 1], 4_803_200, 0.94)),
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
