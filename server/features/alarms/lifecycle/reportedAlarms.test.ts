import { describe, expect, it } from 'vitest';
import { NOW, record, rigOf } from '../../../test/alarmServiceRig.ts';
import { settingsWith } from '../../../test/alertRig.ts';

describe('what another program reports', () => {
  const post = (rig: ReturnType<typeof rigOf>, more: object = {}, meta: object = {}) =>
    rig.service.post('DEMO', {
      unitId: 'u1',
      type: 'pump_trip',
      createdOn: '2026-03-10T12:00:00Z',
      meta: { alertType: 'flow_rate', ...meta },
      ...more,
    } as never);

  it('is an alarm of its unit, with its numbers, of the shift day of its time', async () => {
    const rig = rigOf();
    await post(rig, {}, { value: 3, threshold: 2, pumps: 5 });
    expect(rig.raised).toMatchObject([
      {
        industryId: 'DEMO',
        unitId: 'u1',
        category: 'flow_rate',
        alertType: 'pump_trip',
        key: 'u1|flow_rate|posted:pump_trip||',
        param: 'posted',
        date: '2026-03-09',
        title: 'Line: pump trip',
        priority: settingsWith().categories.flow_rate.priority,
        insight: false,
        value: 3,
        threshold: 2,
        meta: { value: 3, threshold: 2, pumps: 5 },
        raisedAtMs: Date.UTC(2026, 2, 10, 12),
        late: false,
      },
    ]);
    await post(rig, { type: 'other' });
    expect(rig.raised[1]).toMatchObject({ value: null, threshold: null, body: 'Reported by another program.' });
  });

  it('again is the same alarm, with its newer value', async () => {
    const rig = rigOf(record({ key: 'u1|flow_rate|posted:pump_trip||', value: 7 }));
    await post(rig, {}, { value: 3 });
    await post(rig);
    expect(rig.events).toEqual(['rejoined 3 false', 'published', 'rejoined 7 false', 'published']);
    expect(rig.raised).toEqual([]);
  });

  it.each([
    ['2026-03-10T12:08:00Z', 'done'],
    ['2026-03-10T12:08:01Z', 'badRequest'],
    // of the shift day of 31 December 1969, which nobody can ask for
    ['1970-01-01T12:59:59Z', 'badRequest'],
    ['1970-01-01T13:00:00Z', 'done'],
    ['1969-12-31T23:59:59Z', 'badRequest'],
    ['2026-02-30T00:00:00Z', 'badRequest'],
    ['2026-03-10T12:00:00.000Z', 'badRequest'],
    ['2026-03-10T24:00:00Z', 'badRequest'],
    ['2026-03-10 12:00:00', 'badRequest'],
  ])('at %s: %s', async (createdOn, code) => {
    const rig = rigOf();
    expect(await rig.codeOf(post(rig, { createdOn }))).toBe(code);
  });

  it('is of a unit that is there', async () => {
    const rig = rigOf();
    expect(await rig.codeOf(post(rig, { unitId: 'gone' }))).toBe('notFound');
  });
});

describe('a fault of the plant itself', () => {
  const fault = (more: object = {}) =>
    record({ id: 'v', key: 'valve:v1', meta: { unit: 'Inlet', fault: 'it is stuck' }, ...more });

  it.each<[string, object, kinds: string[], isSaid: boolean]>([
    ['came back meanwhile', {}, ['shelved', 'cleared', 'rejoined'], true],
    ['was there all the time', {}, ['shelved'], false],
    ['came back before', {}, ['cleared', 'rejoined', 'shelved'], false],
    ['came back and went', { clearedAtMs: 5 }, ['shelved', 'cleared', 'rejoined', 'cleared'], false],
    ['is shelved still', { shelvedUntilMs: NOW + 1 }, ['shelved', 'cleared', 'rejoined'], false],
    ['was never shelved', { shelvedUntilMs: null }, ['cleared', 'rejoined'], false],
    ['is no fault but an alarm of a rule', { param: 'flow' }, ['shelved', 'cleared', 'rejoined'], false],
  ])('that %s is announced after its shelving: once, or not', async (_, more, kinds, isSaid) => {
    const { service, events, said } = rigOf(fault({ param: 'fault', shelvedUntilMs: NOW, ...more }));
    said.v = kinds;
    await service.announceReturned();
    expect(events).toEqual(isSaid ? ['reminded v null', 'published'] : []);
  });

  it('that comes again before anybody has seen that it was over is told again', async () => {
    const { service, raised, events } = rigOf(fault({ clearedAtMs: 5 }));
    await service.raiseFault('DEMO', { key: 'valve:v1', name: 'Inlet', text: 'it is stuck' });
    expect(raised).toEqual([]);
    expect(events).toEqual(['rejoined null true', 'published']);
  });

  it.each([
    ['is told to nobody while it is shelved', 1, false],
    ['is told again once that time is over', 0, true],
  ])('that comes again %s', async (_, aheadMs, isTold) => {
    const { service, raised, events } = rigOf(fault({ clearedAtMs: 5, ackedAtMs: 4, shelvedUntilMs: NOW + aheadMs }));
    await service.raiseFault('DEMO', { key: 'valve:v1', name: 'Inlet', text: 'it is stuck' });
    expect(raised).toEqual([]);
    expect(events).toEqual([`rejoined null ${isTold}`, 'published']);
  });

  it('that becomes another one says what it is now', async () => {
    const { service, raised, events, rejoined } = rigOf(fault());
    await service.raiseFault('DEMO', { key: 'valve:v1', name: 'Inlet', text: 'both ends' });
    expect(raised).toEqual([]);
    expect(events).toEqual(['rejoined null false', 'published']);
    expect(rejoined).toMatchObject([
      { id: 'v', body: expect.stringContaining('both ends'), meta: { fault: 'both ends', text: 'fault' } },
    ]);
  });

  it('is raised once, and ends once', async () => {
    const { service, raised, events } = rigOf(
      record({ id: 'v', key: 'valve:open', meta: { fault: 'it is stuck' } }),
      record({ id: 'w', key: 'valve:over', clearedAtMs: 5 }),
    );
    await service.raiseFault('DEMO', { key: 'valve:v1', name: 'Inlet', text: 'it is stuck' });
    await service.raiseFault('DEMO', { key: 'valve:open', name: 'Inlet', text: 'it is stuck' });
    expect(raised).toMatchObject([
      {
        unitId: '',
        category: 'device_status',
        alertType: 'device_status_alert',
        key: 'valve:v1',
        param: 'fault',
        date: '2026-03-09',
        priority: 2,
        insight: false,
        value: null,
        threshold: null,
        meta: { unit: 'Inlet', fault: 'it is stuck', text: 'fault' },
        raisedAtMs: NOW,
        late: false,
      },
    ]);
    for (const key of ['valve:open', 'valve:over', 'valve:none']) await service.endFault('DEMO', key);
    expect(events.filter((event) => event.startsWith('cleared'))).toEqual(['cleared v 0 It is as it should be.']);
  });
});
