import { afterEach, beforeEach, expect } from 'vitest';
import type { BalanceData } from '../contract/user/waterBalance.ts';
import { ManualClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { dayNumber } from '../core/shift.ts';
import { BalanceGraphs } from '../features/dashboards/balance/graphs.ts';
import { balanceRoutes } from '../features/dashboards/balance/routes.ts';
import { BalanceService } from '../features/dashboards/balance/service.ts';
import { edge, node, plantWith } from './balanceRig.ts';
import { fakeDocuments } from './fakeDocuments.ts';
import { notingChanges, type Reply, type Rig, sessionsOf, someCaller, startRig } from './httpRig.ts';
import type { TestPlant } from './testPlant.ts';

export const GRAPH = '/api/user/waterBalance/graphEditor';
export const DATA = '/api/user/waterBalance/data';
export const today = '2026-06-20';
export const SLOT_MS = 300_000;
export let plant: TestPlant;
export let rig: Rig;
export let notes: { kind: string; note: object }[];
export let balance: BalanceService;
/** One that was never asked. */
export let newBalance: () => BalanceService;
export const as = (who: string, extra: Record<string, string> = {}) => ({ authorization: `Bearer ${who}`, ...extra });

export const save = (body: object | string, who = 'editor'): Promise<Reply> =>
  rig.ask(GRAPH, {
    method: 'POST',
    headers: as(who, typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    body,
  });

export const data = async (query: string): Promise<BalanceData> => {
  const reply = await rig.ask(`${DATA}?${query}`, { headers: as('viewer') });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as BalanceData;
};

export const small = {
  nodes: [node('in', 'source'), node('store', 'tank', { stockUnitIds: ['tank'] }), node('out', 'consumer')],
  edges: [edge('e1', 'in>store', ['well']), edge('e2', 'store>out', ['use'])],
};

/** A whole day of one litre figure an hour for each meter, and a level that grows evenly. */
export const write = (date: string, hourly: Record<string, number>, tankL?: [from: number, to: number]): void => {
  for (const [unit, litres] of Object.entries(hourly)) plant.write(unit, 'volume', date, 0, Array(288).fill(litres / 12));
  if (!tankL) return;
  const [from, to] = tankL;
  plant.write(
    'tank',
    'volume',
    date,
    0,
    Array.from({ length: 288 }, (_, at) => from + ((to - from) * (at + 1)) / 288),
  );
};

export const serveBalance = (): void => {
  beforeEach(async () => {
    plant = plantWith(['well', 'use', 'side'], ['tank']);
    plant.addUnit({
      id: 'ph',
      type: 'quality',
      subCategoryId: 's',
      meta: { params: { ph: { name: 'pH', unit: '', lt: 6, ht: 8 } } },
    });
    const virtual = {
      both: [
        { unitId: 'well', factor: 1 },
        { unitId: 'side', factor: 1 },
      ],
      rest: [
        { unitId: 'well', factor: 1 },
        { unitId: 'side', factor: -1 },
      ],
      half: [{ unitId: 'well', factor: 0.5 }],
      half2: [{ unitId: 'well', factor: 0.5 }],
    };
    for (const [id, expression] of Object.entries(virtual))
      plant.addUnit({ id, type: 'virtual', subCategoryId: 's', meta: { expression } });
    const nowSlot = plant.calendar.windowOfDay(dayNumber(today)).firstSlot + 144;
    const clock = new ManualClock(nowSlot * SLOT_MS + 10_000);
    const graphs = new BalanceGraphs(fakeDocuments(), plant);
    const calendars = { of: () => plant.calendar };
    newBalance = () =>
      new BalanceService({ graphs, directory: plant, reader: plant.reader, calendars, turns: new CooperativeScheduler(), clock });
    balance = newBalance();
    notes = [];
    const editor = someCaller({ permissions: new Set(['WATER_BALANCE_EDITOR']) });
    rig = await startRig(balanceRoutes({ graphs, balance }), {
      clock,
      sessions: sessionsOf({
        editor: { caller: editor, panel: false },
        viewer: { caller: someCaller(), panel: false },
        north: { caller: { ...editor, industryId: 'NORTH' }, panel: false },
      }),
      auditSink: {
        refused() {},
        ignoredTarget() {},
        actedElsewhere: async () => {},
        changing: notingChanges(async (_, kind, note) => void notes.push({ kind, note })),
      },
    });
  });
  afterEach(() => rig.stop());
};
