import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/index.ts';
import { Story } from '../../../test/alarmStory.ts';
import type { AlarmRecord } from '../model.ts';
import type { RuleFinding } from '../rules/model.ts';
import { type ConditionState, idle } from './machine.ts';
import { clearedBody, restated, restatement } from './restating.ts';

const active: ConditionState = { ...idle, isActive: true, alarmId: 'a', stage: 'confirmed' };
type More = Omit<Partial<RuleFinding>, 'stage'> & { stage?: RuleFinding['stage'] | undefined };
const finding = (more: More): RuleFinding => ({ isMet: false, stage: 'unconfirmed', ...more }) as RuleFinding;

describe('an alarm that goes on', () => {
  it('is said anew where what it is about is hidden now, or seen again', () => {
    expect(restated(active, finding({}))).toEqual({ kind: 'restated', stage: 'unconfirmed' });
    expect(restated({ ...active, stage: 'unconfirmed' }, finding({ isMet: true, stage: 'confirmed' }))).toEqual({
      kind: 'restated',
      stage: 'confirmed',
    });
  });

  it.each<[string, ConditionState, More]>([
    ['is as it was', active, { stage: 'confirmed' }],
    ['is not active', { ...active, isActive: false }, {}],
    ['is not known now', active, { isMet: null }],
    ['was never one that can be hidden', { ...active, stage: undefined }, {}],
    ['is one that cannot be hidden now', active, { stage: undefined }],
  ])('is not where it %s', (_, state, more) => {
    expect(restated(state, finding(more))).toBeNull();
  });

  const record = { meta: { unit: 'L3', v: 2, h: 2, b: 0.2, lossKLD: 48, since: 'then' }, value: 2 } as unknown as AlarmRecord;
  const seen = { text: 'steadyFlow', facts: { unit: 'L3', v: 3, h: 2, b: 0.2, lossKLD: 72, since: 'now' }, value: 3 };

  it('says what is seen now, since when it began', () => {
    const said = restatement(record, seen as unknown as RuleFinding, 'confirmed');
    expect(said).toMatchObject({ value: 3, meta: { v: 3, lossKLD: 72, since: 'then', text: 'steadyFlow', stage: 'confirmed' } });
    expect(said.body).toContain('3 m3/h');
    const first = restatement({ ...record, meta: {} }, seen as unknown as RuleFinding, 'confirmed');
    expect(first.meta).toMatchObject({ since: 'now' });
  });

  it('and cannot be seen says what was seen last', () => {
    const said = restatement(record, seen as unknown as RuleFinding, 'unconfirmed');
    expect(said).toMatchObject({
      value: 2,
      meta: { v: 2, lossKLD: 48, since: 'then', text: 'steadyFlowUnconfirmed', stage: 'unconfirmed' },
    });
    expect(said.title).not.toBe('steadyFlowUnconfirmed');
  });
});

describe('an alarm that is over', () => {
  const at = 12 * 300_000;
  const over = (more: Partial<AlarmRecord>, unit?: Unit): string =>
    clearedBody({ category: 'flow_rate', raisedAtMs: 0, meta: {}, ...more } as AlarmRecord, unit, 11, idle);

  it('says for how long it lasted, up to the end of its last slot', () => {
    expect(over({})).toBe('Over after 60 min.');
    expect(over({ raisedAtMs: at - 90_000 })).toBe('Over after 2 min.');
  });

  it('of silence says that the unit is back, counted from its last reading', () => {
    const silence = { category: 'device_status', meta: { code: 1, min: 15, unit: 'Panel 1' } } as const;
    expect(over(silence, { name: 'Well 2' } as Unit)).toBe('Well 2 online again after 75 min.');
    expect(over(silence)).toBe('Panel 1 online again after 75 min.');
    expect(over({ ...silence, meta: { code: 1, unit: 'Panel 1' } })).toBe('Panel 1 online again after 60 min.');
    expect(over({ ...silence, meta: { code: 2, min: 15 } })).toBe('Over after 60 min.');
    expect(over({ ...silence, category: 'flow_rate' })).toBe('Over after 60 min.');
  });
});

it('an alarm that comes back says what was found then, not what was when it was first raised', async () => {
  const story = new Story();
  await story.go(3, 6);
  await story.go(3, 60);
  await story.go(30, 6);
  await story.go(2, 75);
  const [again] = story.rig.all();
  expect(story.inWords()).toEqual(['raised A flow high', 'reminded A flow high']);
  expect(again).toMatchObject({
    count: 2,
    value: 75,
    body: '75 m3/h for 10 min, limit 50 m3/h.',
    meta: { v: 75, text: 'flowHigh' },
  });
  // shortly after its end it joins without being announced, and says what is now all the same
  await story.go(3, 6);
  await story.go(2, 90);
  expect(story.inWords()).toHaveLength(2);
  expect(story.rig.all()).toMatchObject([{ count: 3, value: 90, body: '90 m3/h for 10 min, limit 50 m3/h.' }]);
});

it('a unit that is silent again says since when it is silent now', async () => {
  const story = new Story();
  await story.go(6, 6);
  await story.go(5, null);
  expect(story.rig.all().map(({ body }) => body)).toEqual(['No data since 00:30 (15 min). Last value 6 m3/h.']);
  await story.go(30, 6);
  await story.go(5, null);
  expect(story.rig.all()).toMatchObject([{ count: 2, body: 'No data since 03:25 (15 min). Last value 6 m3/h.' }]);
});
