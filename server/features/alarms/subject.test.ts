import { describe, expect, it } from 'vitest';
import { type AlarmSubject, alarmKey, hasPeriod, isOfUnit, subjectOf, subjectOfKey, subjectText } from './subject.ts';

const finding = { param: 'volume', direction: 'high', period: '' } as const;
const subjects: AlarmSubject[] = [
  { kind: 'unit', id: 'inlet' },
  { kind: 'gateway', id: 'g1' },
  { kind: 'node', id: 'n 2' },
];

describe('what an alarm is about', () => {
  it.each(subjects)('is stored as text and read back: $kind', (subject) => {
    expect(subjectOf(subjectText(subject))).toEqual(subject);
    expect(subjectOfKey(alarmKey(subjectText(subject), 'stable_flow', finding))).toEqual(subject);
  });

  it('is a unit where its id only looks like another kind', () => {
    for (const id of ['gateway', 'nodes:1', 'the gateway:1']) expect(subjectOf(id)).toEqual({ kind: 'unit', id });
  });

  it('is of a unit neither for a gateway or node, nor where it has none', () => {
    expect(['inlet', '', 'gateway:g1', 'node:n'].map(isOfUnit)).toEqual([true, false, false, false]);
  });

  it('is found behind what another program puts before the key', () => {
    expect(subjectOfKey('posted|node:n|x|y')).toEqual({ kind: 'node', id: 'n' });
    expect(subjectOfKey('a|b|gateway:g|y').kind).toBe('unit');
    expect(subjectOfKey('gateway:g').kind).toBe('unit');
  });

  it('ends with its day or month where the key has one', () => {
    expect(hasPeriod(alarmKey('inlet', 'flow_threshold', { ...finding, period: '2026-05-01' }))).toBe(true);
    expect(hasPeriod(alarmKey('inlet', 'flow_threshold', finding))).toBe(false);
  });
});
