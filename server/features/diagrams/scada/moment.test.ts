import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DiagramMoment } from '../../../contract/plant/moments.ts';
import { type DiagramsRig, startDiagrams } from '../../../test/diagramsRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import type { AlarmRecord, AlarmStep } from '../../alarms/model.ts';

/** 10:00 of the shift day that began at 06:00 in Kolkata. */
const NOW = Date.parse('2026-11-10T10:00:20+05:30');
const MOMENT = '2026-11-10T08:00:00+05:30';
const at = Date.parse(MOMENT);
const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

let rig: DiagramsRig;
beforeAll(async () => {
  const measured = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['water'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 'water' })
    .write('in', 'volume', '2026-11-10', 0, [...same(24, 50), ...same(24, 100)])
    .write('in', 'flow', '2026-11-10', 0, [...same(24, 0.6), ...same(24, 1.2)]);
  rig = await startDiagrams(measured);
  rig.plant.clock.set(NOW);
  const bind = [
    { unitId: 'in', field: 'value' },
    { unitId: 'in', field: 'total' },
  ];
  const node = { id: 'meter', kind: 'meter', label: 'm', x: 0, y: 0, w: 1, h: 1, bind };
  const page = { id: 'main', name: 'Main', level: 1, width: 9, height: 9, nodes: [node], edges: [] };
  expect((await rig.call('POST', '/api/user/scada/graphEditor', { body: { pages: [page] } })).status).toBe(200);
});
afterAll(() => rig.stop());
beforeEach(() => {
  rig.alarms.length = 0;
  rig.steps.clear();
});

const ask = (moment: string) => rig.call('GET', `/api/plant/diagram/moment?at=${encodeURIComponent(moment)}`, { token: 'ravi' });
const shown = async (moment = MOMENT): Promise<DiagramMoment> => {
  const { status, body, text } = await ask(moment);
  expect(status, text).toBe(200);
  return body as DiagramMoment;
};

const alarm = (fields: Partial<AlarmRecord>, steps: [minutes: number, kind: AlarmStep['kind']][]): void => {
  const own = {
    ...{ id: 'a1', industryId: 'DEMO', unitId: 'in', category: 'flow_rate' as const, alertType: 'flow_rate_alert' },
    ...{ key: 'k', param: '', date: '2026-11-10', title: '', body: '', action: '', priority: 2 as const, insight: false },
    ...{ value: null, threshold: null, meta: {}, raisedAtMs: at - 3_600_000, clearedAtMs: null, ackedAtMs: null, ackedBy: null },
    ...{ resolvedAtMs: null, resolvedBy: null, shelvedUntilMs: null, suppressed: false, late: false, count: 1, assignees: [] },
  };
  rig.alarms.push({ ...own, ...fields });
  const made = steps.map(([minutes, kind]) => ({ at: at + minutes * 60_000, kind, userId: null, note: '' }));
  rig.steps.set(own.id, made);
};

describe('the diagram at a moment of the past', () => {
  it('shows the slot that ended then with its letter, and the total up to it', async () => {
    const { refreshedAt, pages } = await shown();
    expect(refreshedAt).toBe(new Date(at).toISOString());
    expect(pages[0]?.nodes[0]?.values).toMatchObject([
      { field: 'value', value: 0.6, quality: 'G', at: new Date(at).toISOString() },
      { field: 'total', value: 1.2, quality: 'G' },
    ]);
    const later = await shown('2026-11-10T10:00:00+05:30');
    expect(later.pages[0]?.nodes[0]?.values).toMatchObject([{ value: 1.2 }, { value: 3.6 }]);
  });

  it('refuses a moment to come, the slot that runs, and no moment', async () => {
    for (const moment of ['2026-11-10T12:00:00+05:30', '2026-11-10T10:00:10+05:30', '10/11/2026', '1960-01-01T00:00:00Z'])
      expect(await ask(moment)).toMatchObject({ status: 400, body: { code: 1403 } });
  });

  it.each<[string, [number, AlarmStep['kind']][], Partial<AlarmRecord>, string | undefined]>([
    ['raised alone', [[-60, 'raised']], {}, 'unack'],
    [
      'acknowledged before',
      [
        [-60, 'raised'],
        [-5, 'acknowledged'],
      ],
      { ackedAtMs: at - 300_000 },
      'ack',
    ],
    [
      'acknowledged after',
      [
        [-60, 'raised'],
        [5, 'acknowledged'],
      ],
      { ackedAtMs: at + 300_000 },
      'unack',
    ],
    [
      'acknowledged, and called for again before',
      [
        [-60, 'raised'],
        [-30, 'acknowledged'],
        [-5, 'reminded'],
      ],
      {},
      'unack',
    ],
    [
      'acknowledged then, and not now',
      [
        [-60, 'raised'],
        [-30, 'acknowledged'],
        [5, 'reminded'],
      ],
      {},
      'ack',
    ],
    [
      'over before',
      [
        [-60, 'raised'],
        [-5, 'cleared'],
      ],
      { clearedAtMs: at - 300_000 },
      'rtn_unack',
    ],
    [
      'over then, and back now',
      [
        [-60, 'raised'],
        [-5, 'cleared'],
        [5, 'rejoined'],
      ],
      {},
      'rtn_unack',
    ],
    [
      'shelved after',
      [
        [-60, 'raised'],
        [5, 'shelved'],
      ],
      { shelvedUntilMs: at + 900_000 },
      'unack',
    ],
    [
      'shelved before',
      [
        [-60, 'raised'],
        [-5, 'shelved'],
      ],
      { shelvedUntilMs: at + 900_000 },
      'shelved',
    ],
    [
      'shelved and taken out before',
      [
        [-60, 'raised'],
        [-9, 'shelved'],
        [-5, 'unshelved'],
      ],
      {},
      'unack',
    ],
    [
      'over and acknowledged before',
      [
        [-60, 'raised'],
        [-9, 'acknowledged'],
        [-5, 'cleared'],
      ],
      { clearedAtMs: at - 300_000, ackedAtMs: at - 540_000 },
      undefined,
    ],
    ['raised after', [[5, 'raised']], { raisedAtMs: at + 300_000 }, undefined],
  ])('says of an alarm that was %s how it was then', async (_, steps, fields, state) => {
    alarm(fields, steps);
    const { alarms, pages } = await shown();
    expect(alarms.map((one) => one.state)).toEqual(state === undefined ? [] : [state]);
    expect(pages[0]?.nodes[0]?.alarm?.state).toBe(state);
  });
});
