import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acknowledge,
  type ConditionState,
  idle,
  isOpen,
  resolve,
  type Step,
  shelve,
  type Timing,
  transition,
} from './machine.ts';

const timing: Timing = { onSlots: 2, offSlots: 2, reAlarmSlots: 10, chatterSlots: 6 };

const DAY_SLOTS = 288;

type Reading = { isMet: boolean | null; isOver: boolean };
const met: Reading = { isMet: true, isOver: false };
const over: Reading = { isMet: false, isOver: true };
/** Under the limit, but not by the deadband. */
const between: Reading = { isMet: false, isOver: false };
const missing: Reading = { isMet: null, isOver: false };
const readings: Record<string, Reading> = { '+': met, '-': over, '~': between, '?': missing };

type Person = 'none' | 'acknowledge' | 'resolve' | 'shelve' | 'unshelve';
type Announced = { slot: number; step: Step; alarm: number };

/** Steps that a run of readings makes, with people acting after some of them; states go through JSON as they do in storage. */
const run = (
  evaluated: readonly Reading[],
  { timing: times = timing, people = [] as readonly Person[], blocked = [] as readonly boolean[] } = {},
): { announced: Announced[]; states: ConditionState[] } => {
  let state: ConditionState = idle;
  let alarm = 0;
  const announced: Announced[] = [];
  const states: ConditionState[] = [];
  evaluated.forEach((reading, slot) => {
    const isShelved = (state.shelvedUntilSlot ?? 0) > slot;
    const next = transition(state, reading, times, slot, isShelved || blocked[slot] === true);
    state = next.state;
    if (next.step?.kind === 'raised') {
      alarm += 1;
      state = { ...state, alarmId: String(alarm) };
    }
    if (next.step) announced.push({ slot, step: next.step, alarm });
    const person = people[slot] ?? 'none';
    if (state.alarmId !== null && person === 'acknowledge') state = acknowledge(state, slot);
    if (state.alarmId !== null && person === 'resolve') state = resolve(state);
    if (person === 'shelve') state = shelve(state, slot + 8);
    if (person === 'unshelve') state = shelve(state, null);
    state = JSON.parse(JSON.stringify(state));
    states.push(state);
  });
  return { announced, states };
};

const lines = (drawn: string, options: Parameters<typeof run>[1] = {}): string[] =>
  run(
    [...drawn].map((sign) => readings[sign] ?? missing),
    options,
  ).announced.map(({ slot, step: { kind, ...more } }) => `${slot} ${kind}${'announce' in more && more.announce ? ' aloud' : ''}`);

describe('an alarm key', () => {
  it('of which nothing is known is at rest, and stays as it is while nothing is met', () => {
    for (const reading of [over, between, missing])
      expect(transition(idle, reading, timing, 7, false)).toEqual({ state: idle, step: null });
    expect(Object.entries(idle).filter(([, value]) => value !== null && value !== 0 && value !== false)).toEqual([]);
    expect(isOpen(idle)).toBe(false);
  });

  it.each([
    ['comes after its delay and goes after its delay', '++--', ['1 raised', '3 cleared']],
    ['is not raised by a condition that does not hold for the delay', '+-+-+-', []],
    ['stays while a value is under the limit by less than the deadband', '++~~~~--', ['1 raised', '7 cleared']],
    ['waits through missing readings, which neither raise nor clear', '+??+-??-', ['3 raised', '7 cleared']],
    ['joins one that went shortly before, and says nothing', '++--++', ['1 raised', '3 cleared', '5 rejoined']],
    [
      'that nobody saw is announced again when it comes back later',
      '++---------++',
      ['1 raised', '3 cleared', '12 rejoined aloud'],
    ],
    ['joins one that went its whole chatter time before', '++------++', ['1 raised', '3 cleared', '9 rejoined']],
    ['is announced again one slot after that', '++-------++', ['1 raised', '3 cleared', '10 rejoined aloud']],
    ['is the same one a whole day later', `++--${'-'.repeat(286)}++`, ['1 raised', '3 cleared', '291 rejoined aloud']],
    ['is another one a slot after that', `++--${'-'.repeat(287)}++`, ['1 raised', '3 cleared', '292 raised']],
    ['that comes back after a day is another one', `++--${'-'.repeat(300)}++`, ['1 raised', '3 cleared', '305 raised']],
    [
      'that goes on is announced again after the re-alarm time, each time',
      '++++++++++++++++++++++',
      ['1 raised', '11 reminded', '21 reminded'],
    ],
    ['is reminded of though its readings are missing', '++??????????', ['1 raised', '11 reminded']],
  ])('%s', (_, drawn, announced) => {
    expect(lines(drawn)).toEqual(announced);
  });

  it('is announced again only the re-alarm time after it was acknowledged', () => {
    const people: Person[] = [];
    people[5] = 'acknowledge';
    expect(lines('+++++++++++++++++', { people })).toEqual(['1 raised', '15 reminded']);
  });

  it('that was acknowledged and went is a new alarm when it comes back later', () => {
    const people: Person[] = [];
    people[2] = 'acknowledge';
    expect(lines('+++---------++', { people })).toEqual(['1 raised', '4 cleared', '13 raised']);
  });

  it('that a person closed is never announced again while it lasts, and is a new one when it comes back', () => {
    const people: Person[] = [];
    people[2] = 'resolve';
    const { announced, states } = run(
      [...'++++++++++++++--++'].map((sign) => readings[sign] ?? missing),
      { people },
    );
    expect(announced.map(({ slot, step: { kind } }) => `${slot} ${kind}`)).toEqual(['1 raised', '15 cleared', '17 raised']);
    expect(states[5]).toMatchObject({ isActive: true, isResolved: true });
    expect(isOpen(states[5] ?? idle)).toBe(false);
  });

  it('is not raised while it is shelved or suppressed, may end, and comes at once when that is over', () => {
    const blocked = Array.from({ length: 6 }, () => true);
    expect(lines('++++++++', { blocked })).toEqual(['6 raised']);
    expect(lines('++--', { blocked: [false, false, true, true] })).toEqual(['1 raised', '3 cleared']);
  });

  it('that went shortly before is announced when it comes back from being suppressed', () => {
    // away from slot 3 on, back from 4, and held back until 6
    const blocked = [false, false, true, true, true, true, true, false];
    expect(lines('++--++++', { blocked })).toEqual(['1 raised', '3 cleared', '7 rejoined aloud']);
  });

  it('that went while it was shelved is announced when it comes back after that, however soon', () => {
    const gone = { ...idle, alarmId: 'one', isAcked: true, announcedSlot: 90, clearedSlot: 100, shelvedUntilSlot: 102 };
    const back = transition({ ...gone, on: 1 }, readings['+'] ?? missing, timing, 103, false);
    expect(back).toEqual({
      state: { ...gone, isActive: true, isAcked: false, announcedSlot: 103, on: 2, off: 0 },
      step: { kind: 'rejoined', announce: true },
    });
    const before = { ...gone, shelvedUntilSlot: 95, on: 1 };
    expect(transition(before, readings['+'] ?? missing, timing, 103, false).step).toEqual({ kind: 'rejoined', announce: false });
  });

  it('with a delay of 0 comes with its first slot', () => {
    expect(lines('+-', { timing: { ...timing, onSlots: 0, offSlots: 0 } })).toEqual(['0 raised', '1 cleared']);
  });

  it('without a re-alarm time is announced once', () => {
    expect(lines('+'.repeat(100), { timing: { ...timing, reAlarmSlots: 0 } })).toEqual(['1 raised']);
  });
});

const anyReading = fc.constantFrom(met, met, met, over, over, between, missing);
const anyPerson = fc.constantFrom<Person>('none', 'none', 'none', 'none', 'acknowledge', 'resolve', 'shelve', 'unshelve');
const anyTiming = fc.record({
  onSlots: fc.integer({ min: 0, max: 5 }),
  offSlots: fc.integer({ min: 0, max: 5 }),
  reAlarmSlots: fc.integer({ min: 0, max: 20 }),
  chatterSlots: fc.integer({ min: 0, max: 8 }),
});
const anyHistory = fc.array(fc.tuple(anyReading, anyPerson, fc.boolean()), { minLength: 1, maxLength: 120 }).map((rows) => ({
  evaluated: rows.map(([reading]) => reading),
  people: rows.map(([, person]) => person),
  blocked: rows.map(([, , held]) => held),
}));

/** The last evaluated readings up to a slot, newest first; missing ones do not count. */
const judgedUntil = (evaluated: readonly Reading[], slot: number): Reading[] =>
  evaluated
    .slice(0, slot + 1)
    .filter(({ isMet }) => isMet !== null)
    .reverse();

describe('any history of readings and people', () => {
  const options = { numRuns: 300 };

  it('activates nothing whose condition did not hold for its delay, and ends nothing that was not over for its delay', () => {
    fc.assert(
      fc.property(anyHistory, anyTiming, ({ evaluated, ...more }, times) => {
        for (const { slot, step: announced } of run(evaluated, { ...more, timing: times }).announced) {
          const last = judgedUntil(evaluated, slot);
          if (announced.kind === 'raised' || announced.kind === 'rejoined') {
            const held = last.slice(0, Math.max(1, times.onSlots));
            expect(held).toHaveLength(Math.max(1, times.onSlots));
            expect(held.every(({ isMet }) => isMet)).toBe(true);
          }
          if (announced.kind === 'cleared') {
            const held = last.slice(0, Math.max(1, times.offSlots));
            expect(held).toHaveLength(Math.max(1, times.offSlots));
            expect(held.every(({ isOver }) => isOver)).toBe(true);
          }
        }
      }),
      options,
    );
  });

  it('has at most one open alarm of a day, never raises one within the chatter time, and ends only what is active', () => {
    fc.assert(
      fc.property(anyHistory, anyTiming, ({ evaluated, ...more }, times) => {
        const { announced, states } = run(evaluated, { ...more, timing: times });
        let isActive = false;
        for (const { slot, step: one } of announced) {
          const before = states[slot - 1] ?? idle;
          if (one.kind === 'raised') {
            expect(isOpen(before) && slot - (before.clearedSlot ?? slot) <= DAY_SLOTS).toBe(false);
            const isRecent = before.clearedSlot !== null && slot - before.clearedSlot <= times.chatterSlots;
            expect(isRecent && !before.isResolved && before.alarmId !== null).toBe(false);
          }
          expect(isActive).toBe(one.kind === 'cleared' || one.kind === 'reminded');
          isActive = one.kind !== 'cleared';
        }
      }),
      options,
    );
  });

  it('never announces an acknowledged alarm again before its re-alarm time, nor a closed one at all', () => {
    fc.assert(
      fc.property(anyHistory, anyTiming, ({ evaluated, people, blocked }, times) => {
        const { announced, states } = run(evaluated, { people, blocked, timing: times });
        const acknowledged = new Map<string, number>();
        const closed = new Set<string>();
        evaluated.forEach((_, slot) => {
          const id = states[slot]?.alarmId ?? '';
          for (const { step: one } of announced.filter((each) => each.slot === slot)) {
            if (one.kind === 'raised' || one.kind === 'cleared' || (one.kind === 'rejoined' && !one.announce)) continue;
            expect(closed.has(id)).toBe(false);
            expect(slot - (acknowledged.get(id) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(times.reAlarmSlots);
          }
          if (people[slot] === 'acknowledge') acknowledged.set(id, slot);
          if (people[slot] === 'resolve') closed.add(id);
        });
      }),
      options,
    );
  });

  it('gives the same steps and states when it is played again', () => {
    fc.assert(
      fc.property(anyHistory, anyTiming, ({ evaluated, ...more }, times) => {
        expect(run(evaluated, { ...more, timing: times })).toEqual(run(evaluated, { ...more, timing: times }));
      }),
      options,
    );
  });

  it('goes on from any state that was stored as if it had never stopped', () => {
    fc.assert(
      fc.property(anyHistory, anyTiming, fc.nat(), ({ evaluated }, times, seed) => {
        const cut = seed % evaluated.length;
        const whole = run(evaluated, { timing: times });
        let state: ConditionState = cut === 0 ? idle : (whole.states[cut - 1] ?? idle);
        evaluated.slice(cut).forEach((reading, at) => {
          const next = transition(state, reading, times, cut + at, false);
          expect(next.step).toEqual(whole.announced.find(({ slot }) => slot === cut + at)?.step ?? null);
          state = whole.states[cut + at] ?? idle;
        });
      }),
      options,
    );
  });
});

describe('a key at rest', () => {
  it('is the very same state slot after slot, so that nothing is stored for it', () => {
    expect(transition(idle, over, timing, 5, false).state).toBe(idle);
    expect(transition(idle, missing, timing, 5, false).state).toBe(idle);
    const active = run([met, met, met, met]).states.at(-1) ?? idle;
    expect(active.isActive).toBe(true);
    expect(transition(active, met, timing, 5, false).state).toBe(active);
  });
});
