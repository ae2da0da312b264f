import { describe, expect, it } from 'vitest';
import type { ScadaNodeData } from '../../../contract/user/scada.ts';
import { data, NOW, nodeOf, rig, serveDiagrams } from '../../../test/scadaPlant.ts';
import type { AlarmRecord } from '../../alarms/model.ts';

serveDiagrams();

const SLOT_MS = 300_000;

describe('the alarm of a node', () => {
  const alarm = (fields: Partial<AlarmRecord>): void => {
    const none = {
      clearedAtMs: null,
      ackedAtMs: null,
      ackedBy: null,
      resolvedAtMs: null,
      resolvedBy: null,
      shelvedUntilMs: null,
    };
    rig.alarms.push({
      id: `a${rig.alarms.length}`,
      industryId: 'DEMO',
      unitId: 'in',
      category: 'flow_rate',
      alertType: 'flow_rate_alert',
      key: 'k',
      param: '',
      date: '2026-11-10',
      title: '',
      body: '',
      action: '',
      priority: 3,
      insight: false,
      value: null,
      threshold: null,
      meta: {},
      raisedAtMs: NOW - 1000,
      ...none,
      suppressed: false,
      late: false,
      count: 1,
      assignees: [],
      ...fields,
    });
  };
  const shown = async (query?: string) => nodeOf(await data(query), 'meter').alarm;

  it.each<[string, Partial<AlarmRecord>, ScadaNodeData['alarm']]>([
    ['standing', {}, { state: 'unack', priority: 3 }],
    ['acknowledged', { ackedAtMs: NOW - 1 }, { state: 'ack', priority: 3 }],
    ['cleared', { clearedAtMs: NOW - 1 }, { state: 'rtn_unack', priority: 3 }],
    ['cleared and acknowledged', { clearedAtMs: NOW - 1, ackedAtMs: NOW - 1 }, undefined],
    ['shelved', { shelvedUntilMs: NOW + 1 }, { state: 'shelved', priority: 3 }],
    ['no longer shelved', { shelvedUntilMs: NOW - 1 }, { state: 'unack', priority: 3 }],
    ['suppressed', { suppressed: true }, { state: 'suppressed', priority: 3 }],
    ['an insight', { insight: true }, undefined],
    ['of another unit', { unitId: 'tank' }, undefined],
    ['of another industry', { industryId: 'NORTH' }, undefined],
  ])('that is %s', async (_, fields, expected) => {
    alarm(fields);
    expect(await shown()).toEqual(expected);
  });

  it('is the one that calls for somebody most', async () => {
    alarm({ priority: 4 });
    alarm({ priority: 2 });
    alarm({ priority: 1, ackedAtMs: NOW - 1 });
    expect(await shown()).toEqual({ state: 'unack', priority: 2 });
  });

  it('of a past window is as it was at its end', async () => {
    const end = Date.parse('2026-11-10T06:00:00+05:30');
    alarm({ raisedAtMs: end - SLOT_MS, ackedAtMs: end + 1 });
    expect(await shown('date=09/11/2026')).toEqual({ state: 'unack', priority: 3 });
    expect(await shown('date=08/11/2026')).toBeUndefined();
  });
});
