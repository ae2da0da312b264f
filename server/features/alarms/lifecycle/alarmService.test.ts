import { describe, expect, it } from 'vitest';
import type { Permission } from '../../../contract/permissions.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { NOW, type Person, record, rigOf } from '../../../test/alarmServiceRig.ts';
import type { AlarmRecord } from '../model.ts';

const MINUTE = 60_000;
const asha = { userId: 'asha', username: 'asha', industryId: 'DEMO', permissions: new Set<Permission>(['ALERTS']) } as Person;
const nobody = { ...asha, userId: 'ben', permissions: new Set<Permission>() } as Person;

describe('an acknowledgement', () => {
  it('is the first person’s, of each alarm once, and holds back the next reminder', async () => {
    const { service, changed, steps, states, events } = rigOf(record(), record({ id: 'b', ackedAtMs: 5, ackedBy: 'ravi' }));
    await service.acknowledgeAll(asha, ['a', 'b', 'a']);
    expect(changed).toEqual([{ ...record(), ackedAtMs: NOW, ackedBy: 'asha' }]);
    expect(steps).toEqual([{ kind: 'acknowledged', userId: 'asha', note: '' }]);
    expect(states).toMatchObject([{ isAcked: true, announcedSlot: Math.floor(NOW / SLOT_MS) }]);
    expect(events).toEqual(['published']);
  });

  it('is of all that are named or of none', async () => {
    const { service, codeOf, events } = rigOf(record());
    expect(await codeOf(service.acknowledgeAll(asha, ['a', 'gone']))).toBe('notFound');
    expect(events).toEqual(['forgot', 'reread DEMO']);
  });

  it.each<[string, Partial<AlarmRecord>, by: Person, code: string]>([
    ['a general one that is theirs', { assignees: ['ben'] }, nobody, 'done'],
    ['a general one of others', { assignees: ['asha'] }, nobody, 'permission'],
    ['one about a device, though it is theirs', { assignees: ['ben'], category: 'device_status' }, nobody, 'permission'],
    ['an insight, though it is theirs', { assignees: ['ben'], insight: true }, nobody, 'permission'],
    ['any, with ALERTS', { category: 'device_status' }, asha, 'done'],
  ])('may be of %s', async (_, more, by, code) => {
    const { service, codeOf } = rigOf(record(more));
    expect(await codeOf(service.acknowledgeAll(by, ['a']))).toBe(code);
  });
});

describe('a person', () => {
  it('resolves an alarm once, which acknowledges it, and ends what another program reported', async () => {
    const { service, changed, states } = rigOf(
      record(),
      record({ id: 'b', ackedAtMs: 5, ackedBy: 'ravi', param: 'posted' }),
      record({ id: 'c', resolvedAtMs: 5 }),
      record({ id: 'd', param: 'posted', clearedAtMs: 7 }),
    );
    for (const id of ['a', 'b', 'c', 'd']) await service.resolve(asha, id, 'asha');
    const done = { resolvedAtMs: NOW, resolvedBy: 'asha' };
    expect(changed).toMatchObject([
      { id: 'a', ackedAtMs: NOW, ackedBy: 'asha', clearedAtMs: null, ...done },
      { id: 'b', ackedAtMs: 5, ackedBy: 'ravi', clearedAtMs: NOW, ...done },
      { id: 'd', clearedAtMs: 7, ...done },
    ]);
    expect(states[0]).toMatchObject({ isResolved: true, isAcked: true });
  });

  it('gives an alarm to people of the industry, once to each, and takes it back', async () => {
    const { service, changed, steps, events, codeOf } = rigOf(record({ assignees: ['asha'] }));
    await service.assign(asha, 'a', 'ravi');
    await service.assign(asha, 'a', 'asha');
    expect(changed.map(({ assignees }) => assignees)).toEqual([['asha', 'ravi'], ['asha']]);
    expect(steps[0]).toEqual({ kind: 'assigned', userId: 'asha', note: 'ravi' });
    expect(events.filter((event) => event !== 'published')).toEqual([
      'asha assigned "Title" to ravi (ravi)',
      'asha assigned "Title" to Asha (asha)',
    ]);
    for (const id of ['nora', 'none']) {
      expect(await codeOf(service.assign(asha, 'a', id))).toBe('notFound');
      expect(await codeOf(service.resolve(asha, 'a', id))).toBe('notFound');
    }
    await service.unassign(asha, 'a', 'asha');
    expect([changed.at(-1)?.assignees, steps.at(-1)]).toEqual([[], { kind: 'unassigned', userId: 'asha', note: 'asha' }]);
    expect(await codeOf(service.unassign(asha, 'a', 'ravi'))).toBe('notFound');
    expect(await codeOf(service.assign(asha, 'gone', 'ravi'))).toBe('notFound');
  });

  it('ends what was shelved in a time to come, by a clock that was ahead and is set right, for however long, and says why', async () => {
    const shelvedUntilMs = NOW + 480 * MINUTE;
    const kept = ['b', 'c', 'd'].map((id) => record({ id, shelvedUntilMs: shelvedUntilMs + 2000 }));
    const { service, changed, steps, states, said, saidAtMs } = rigOf(record({ shelvedUntilMs }), ...kept);
    for (const id of ['a', 'b', 'c']) said[id] = ['shelved'];
    said.d = ['shelved', 'cleared'];
    Object.assign(saidAtMs, { a: NOW + 450 * MINUTE, b: NOW, d: NOW });
    // the clock is set back by a little all the time
    saidAtMs.c = NOW + 2000;
    await service.unshelveAhead();
    expect(changed.map((one) => [one.id, one.shelvedUntilMs])).toEqual([['a', null]]);
    expect(steps).toEqual([{ kind: 'unshelved', userId: null, note: 'The clock was set back.' }]);
    expect(states.map(({ shelvedUntilSlot }) => shelvedUntilSlot)).toEqual([null]);
    await expect(rigOf(record({ shelvedUntilMs: null })).service.unshelveAhead()).resolves.toBeUndefined();
  });

  it('shelves an alarm for minutes, to the end of a slot, and takes it back; comments change nothing', async () => {
    const { service, changed, steps, states } = rigOf(record({ shelvedUntilMs: 3 }));
    await service.shelve(asha, 'a', 30, 'known');
    await service.unshelve(asha, 'a');
    await service.comment(asha, 'a', 'seen');
    expect(changed.map(({ shelvedUntilMs }) => shelvedUntilMs)).toEqual([NOW + 30 * MINUTE, null, 3]);
    expect(states.map(({ shelvedUntilSlot }) => shelvedUntilSlot)).toEqual([Math.ceil((NOW + 30 * MINUTE) / SLOT_MS), null]);
    expect(steps).toEqual([
      { kind: 'shelved', userId: 'asha', note: 'known' },
      { kind: 'unshelved', userId: 'asha', note: '' },
      { kind: 'comment', userId: 'asha', note: 'seen' },
    ]);
  });

  it('sees an alarm of the own industry with its steps', async () => {
    const { service } = rigOf(record());
    expect(service.find('DEMO', 'a')).toEqual({ record: record(), steps: [{ at: 1, kind: 'raised', userId: null, note: 'a' }] });
    expect(() => service.find('NORTH', 'a')).toThrow('not found');
  });

  it('declares work at a unit, and ends none that is not there; what is in memory follows in any case', async () => {
    const { service, events, codeOf } = rigOf();
    expect(await codeOf(service.maintain(asha, 'u1', 30, 'bearings'))).toBe('done');
    expect(events).toEqual(['work DEMO u1 bearings asha 30', 'published', 'maintenance DEMO']);
    expect(await codeOf(service.maintain(asha, 'u1', 0, ''))).toBe('notFound');
    expect(events.at(-1)).toBe('maintenance DEMO');
    expect(await codeOf(service.maintain(asha, 'gone', 30, ''))).toBe('notFound');
  });

  it('has a phone that is notified', async () => {
    const { service, events } = rigOf();
    await service.keepPushToken(asha, 'd1', 'token');
    expect(events).toEqual(['token asha d1 token 0', 'published']);
  });
});

it('what could not be stored is said to nobody, and what was changed in memory is read again', async () => {
  const { service, failing, events } = rigOf(record());
  failing.store = true;
  await expect(service.comment(asha, 'a', 'x')).rejects.toThrow('disk full');
  expect(events).toEqual(['forgot', 'reread DEMO']);
});
