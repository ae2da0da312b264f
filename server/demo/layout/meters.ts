import type { TankShape } from '../../contract/model/units.ts';
import type { DemoDevice, DemoSignal } from './model.ts';

type Place = { key: string; name: string; connection: string; slaveId: number };
type Flow = Place & { unit: string; stream: string; start: number };

const volume = (tag: string, { unit, stream, start }: Flow, resolution: number, errorPct: number): DemoSignal => ({
  tag,
  feeds: { unit, param: 'volume' },
  reading: { kind: 'total', stream, resolution, start, errorPct },
});
const flow = (tag: string, { unit, stream }: Flow, errorPct: number): DemoSignal => ({
  tag,
  feeds: { unit, param: 'flow' },
  reading: { kind: 'rate', stream, errorPct, noisePct: 0.6 },
});

/** Electromagnetic, 0.5 %, double totalizer in litres. */
export const magMeter = (at: Flow): DemoDevice => ({
  ...placed(at),
  template: 'siemens-mag-6000',
  signals: [flow('Flow', at, 0.5), volume('Totalizer 1', at, 0.001, 0.5)],
});

/** Clamp-on ultrasonic, 1.5 %, whole m3 and a float32 fraction, which holds 1/128 exactly. */
export const clampOnMeter = (at: Flow): DemoDevice => ({
  ...placed(at),
  template: 'tuf-2000m',
  signals: [flow('Flow', at, 1.5), volume('Positive total', at, 1 / 128, 1.5)],
});

/** Mechanical class 2 with a pulse counter of 0.1 m3; with a modulus where its digits are few. */
export const pulseMeter = (at: Flow & { modulus?: number }): DemoDevice => ({
  ...placed(at),
  template: 'headworks-flow-meter',
  signals: [
    flow('Flow', at, 1.8),
    {
      tag: 'Total',
      feeds: { unit: at.unit, param: 'volume' },
      reading: {
        kind: 'total',
        stream: at.stream,
        resolution: 0.1,
        start: at.start,
        errorPct: 1.8,
        ...(at.modulus ? { modulus: at.modulus } : {}),
      },
    },
  ],
});

/** Three-phase meter on a pump: kW, power factor and a float32 kWh counter, exact in sixteenths below a million. */
export const pumpEnergyMeter = (at: Flow & { pf: number }): DemoDevice => ({
  ...placed(at),
  template: 'eastron-sdm630',
  signals: [
    ...[1, 2, 3].map(
      (phase): DemoSignal => ({ tag: `Voltage L${phase}`, reading: { kind: 'steady', value: 229 + phase, noise: 0.8 } }),
    ),
    {
      tag: 'Power',
      feeds: { unit: at.unit, param: 'power' },
      reading: { kind: 'rate', stream: at.stream, errorPct: 0.5, noisePct: 0.5 },
    },
    { tag: 'Power factor', reading: { kind: 'steady', value: at.pf, noise: 0.004 } },
    {
      tag: 'Import energy',
      feeds: { unit: at.unit, param: 'energy' },
      reading: { kind: 'total', stream: at.stream, resolution: 1 / 16, start: at.start, errorPct: 0.5 },
    },
  ],
});

/** Incomer with apparent power and a 0.1 kWh counter. */
export const incomerMeter = (at: Flow & { pf: number }): DemoDevice => ({
  ...placed(at),
  template: 'headworks-energy-meter',
  signals: [
    {
      tag: 'Power',
      feeds: { unit: at.unit, param: 'power' },
      reading: { kind: 'rate', stream: at.stream, errorPct: 0.5, noisePct: 0.4 },
    },
    {
      tag: 'Apparent power',
      reading: { kind: 'rate', stream: at.stream, errorPct: 0.5, noisePct: 0.4, factor: 1 / at.pf },
    },
    {
      tag: 'Energy',
      feeds: { unit: at.unit, param: 'energy' },
      reading: { kind: 'total', stream: at.stream, resolution: 0.1, start: at.start, errorPct: 0.5 },
    },
    {
      tag: 'Apparent energy',
      feeds: { unit: at.unit, param: 'apparent' },
      reading: { kind: 'total', stream: at.stream, resolution: 0.1, start: at.start / at.pf, errorPct: 0.5, factor: 1 / at.pf },
    },
    { tag: 'Voltage', reading: { kind: 'steady', value: 416, noise: 1.2 } },
    { tag: 'Power factor', reading: { kind: 'steady', value: at.pf, noise: 0.003 } },
    { tag: 'Frequency', reading: { kind: 'steady', value: 50, noise: 0.02 } },
  ],
});

/** Ultrasonic level above a tank. */
export const levelMeter = (at: Place & { unit: string; gauge: string; shape: TankShape }): DemoDevice => ({
  ...placed(at),
  template: 'dinel-ulm-53l',
  signals: [
    {
      tag: 'Level',
      feeds: { unit: at.unit, param: 'level' },
      reading: { kind: 'level', gauge: at.gauge, shape: at.shape, noiseM: 0.002 },
    },
  ],
});

/** A quality signal: what of the truth, how noisy, in which unit's parameter. */
export const quality = (
  tag: string,
  feeds: { unit: string; param: string },
  of: { gauge: string; noise: number; factor?: number; errorPct?: number },
): DemoSignal => ({
  tag,
  feeds,
  reading: {
    kind: 'gauge',
    gauge: of.gauge,
    noise: of.noise,
    errorPct: of.errorPct ?? 1,
    ...(of.factor ? { factor: of.factor } : {}),
  },
});

const placed = ({ key, name, connection, slaveId }: Place) => ({ key, name, connection, slaveId });
