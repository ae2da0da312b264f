import type { UnitMeta } from '../../contract/model/units.ts';
import { seededRandom } from './seededRandom.ts';

type UnitSketch = {
  id: string;
  sub: string;
  type: 'flow' | 'stock' | 'borewell' | 'energy' | 'virtual' | 'manual' | 'rain' | 'level' | 'quality';
  ids?: string[];
  siUnit?: string;
  capacity?: number;
  meta?: UnitMeta;
};

/** What a plant of a seed is: zone, shift, units, and how each instrument behaves. */
export type Sketch = { zone: string; startAt: string; lastDate: string; days: number; units: UnitSketch[] };

const zones = [
  ['Asia/Kolkata', '06:00:00', '2026-11-05'],
  ['Europe/Berlin', '22:00:00', '2026-10-27'],
  ['America/New_York', '07:30:00', '2026-11-03'],
  ['Asia/Kathmandu', '00:00:00', '2026-03-02'],
  ['Australia/Lord_Howe', '05:05:00', '2026-04-07'],
  ['America/St_Johns', '13:30:00', '2026-03-10'],
  ['Pacific/Chatham', '23:55:00', '2026-09-29'],
] as const;

export const sketchOf = (seed: number): Sketch => {
  const random = seededRandom(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const [zone, startAt, lastDate] = zones[seed % zones.length] ?? zones[0];
  const meter = () => {
    const basePerCount = pick([1, 10, 100, 1000, 0.1]);
    return { modulus: pick([1e5, 1e6, 2 ** 16, 2 ** 32, 999_999]), basePerCount, maxPerHour: 40_000 / basePerCount };
  };
  const flow = (id: string, sub: string, ids: string[], meta: UnitMeta = {}): UnitSketch => ({
    id,
    sub,
    type: 'flow',
    ids,
    meta: { meter: meter(), ...meta },
  });
  const units: UnitSketch[] = [
    flow('in-a', 'intake', ['ID_SOURCE', 'ID_WATER_DEBITED'], { waterSource: 'surface', unitThreshold: 300 }),
    flow('in-b', 'intake', ['ID_SOURCE', 'ID_WATER_DEBITED'], { waterSource: 'third_party' }),
    {
      id: 'well-1',
      sub: 'wells',
      type: 'borewell',
      ids: ['ID_SOURCE', 'ID_WATER_DEBITED'],
      meta: {
        meter: meter(),
        waterSource: 'ground',
        well: { piezometer: false, noc: { number: 'N1', validTo: '2030-01-01', permittedKLD: 100, permittedKLY: 30_000 } },
      },
    },
    flow('recycled', 'intake', random() < 0.5 ? ['ID_SOURCE'] : [], { waterSource: 'recycled' }),
    flow('rainUsed', 'intake', random() < 0.5 ? ['ID_SOURCE'] : [], { waterSource: 'rain' }),
    flow('use-a', 'use', ['ID_CONSUMPTION']),
    flow('use-b', 'use', ['ID_CONSUMPTION']),
    flow('use-c', 'use', ['ID_CONSUMPTION'], random() < 0.5 ? { subMeterOf: 'use-a' } : {}),
    flow('back', 'other', ['ID_WATER_CREDITED'], {
      credit: { method: 'metered', onSite: true, sameWatershed: true, verifiedBy: null, validTo: null },
    }),
    flow('feed', 'ro', ['RO_EFFICIENCY_PLANT'], { ro: { side: 'feed' } }),
    flow('permeate', 'ro', ['RO_EFFICIENCY_PLANT'], { ro: { side: 'permeate' } }),
    {
      id: 'sum',
      sub: 'other',
      type: 'virtual',
      ids: random() < 0.3 ? ['ID_CONSUMPTION'] : [],
      meta: {
        expression: [
          { unitId: 'use-a', factor: 1 },
          { unitId: 'use-b', factor: random() < 0.5 ? 1 : -1 },
        ],
      },
    },
    { id: 'half', sub: 'other', type: 'virtual', meta: { expression: [{ unitId: 'in-a', factor: 0.37 }] } },
    { id: 'byHand', sub: 'other', type: 'manual', ids: random() < 0.5 ? ['ID_CONSUMPTION'] : [] },
    {
      id: 'tank',
      sub: 'tanks',
      type: 'stock',
      ids: ['ID_RAW_WATER_STOCK'],
      capacity: 60,
      meta: { tank: { shape: 'horizontal_cylinder', diameter: 4, length: 5, head: 0 } },
    },
    {
      id: 'pond',
      sub: 'tanks',
      type: 'stock',
      capacity: 400,
      meta: { tank: { shape: 'rectangular', length: 10, width: 10, height: 4, compartments: 1 } },
    },
    {
      id: 'kwh-a',
      sub: 'power',
      type: 'energy',
      meta: {
        meter: { modulus: 1e6, basePerCount: pick([1000, 100, 10]), maxPerHour: 2000 },
        flowUnitId: 'well-1',
        contractKVA: 100,
      },
    },
    {
      id: 'kwh-b',
      sub: 'power',
      type: 'energy',
      meta: {
        meter: { modulus: 1e7, basePerCount: 100, maxPerHour: 20_000 },
        flowUnitId: 'permeate',
        ...(random() < 0.5 ? { subMeterOf: 'kwh-a' } : {}),
      },
    },
    { id: 'gauge', sub: 'rain', type: 'rain', meta: { meter: { modulus: 1e4, basePerCount: 0.2, maxPerHour: 1000 } } },
    { id: 'piezo', sub: 'levels', type: 'level' },
    {
      id: 'lab',
      sub: 'quality',
      type: 'quality',
      meta: {
        params: { ph: { name: 'pH', unit: '', lt: 6.5, ht: 8.5 }, tds: { name: 'TDS', unit: 'mg/L', lt: null, ht: 500 } },
        flowUnitId: 'back',
      },
    },
  ];
  return { zone, startAt, lastDate, days: 6, units };
};
