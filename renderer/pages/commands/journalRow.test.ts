import { describe, expect, it } from 'vitest';
import { remarksOf } from '../../../server/contract/model/commandRemarks.ts';
import type { CommandView } from '../../../server/contract/plant/commands.ts';
import { type JournalPoint, journalRow } from './journalRow.ts';

const valve: JournalPoint['valve'] = { openValue: 1, closeValue: 0, openFeedback: null, closedFeedback: null, travelMs: 0 };
const garden: JournalPoint = { name: 'Garden valve', kind: 'valve', valve, measure: '' };
const row = (over: Partial<CommandView>): CommandView => ({
  id: 'c.0',
  commandId: 'c',
  at: '2026-11-23T09:00:00Z',
  userId: 'u',
  username: 'asha',
  ip: '10.0.0.7',
  deviceId: 'board',
  pointId: 'p',
  asset: 'GARDEN_VALVE',
  command: 'CLOSE',
  frameId: 'GARDEN_VALVE.CLOSE',
  fn: 5,
  address: 1,
  value: 0,
  oldValue: 1,
  rawOut: '0000',
  rawBefore: '0001',
  rawBack: '0001',
  outcome: 'CONFIRMED',
  exception: null,
  error: '',
  reason: '',
  settledAt: null,
  remarks: [],
  ...over,
});

describe('the journal of commands', () => {
  it('says of a valve that it was closed, from open to closed, and that reading back confirmed it', () => {
    expect(journalRow(row({}), garden)).toEqual({
      what: 'Garden valve',
      command: 'Close',
      oldValue: 'open',
      newValue: 'closed',
      measure: '',
      result: 'confirmed by read-back',
      why: '',
    });
  });

  it.each([
    ['a valve that was closed already', { oldValue: 0 }, garden, 'Close', 'closed', 'closed'],
    [
      'a valve wired the other way',
      { value: 1, oldValue: 0 },
      { ...garden, valve: { ...valve, openValue: 0, closeValue: 1 } },
      'Close',
      'open',
      'closed',
    ],
    [
      'a valve of a register with values of its own',
      { command: 'GO', value: 20, oldValue: 10 },
      { ...garden, valve: { ...valve, openValue: 20, closeValue: 10 } },
      'Open',
      'closed',
      'open',
    ],
    ['a valve whose state was not read before', { oldValue: null }, garden, 'Close', null, 'closed'],
    ['a register that held neither state', { oldValue: 7 }, garden, 'Close', 7, 'closed'],
    ['a valve that was deleted since', { command: 'OPEN', value: 1, oldValue: 0 }, undefined, 'Open', 'closed', 'open'],
    ['a relay', { command: 'OPEN', value: 1, oldValue: 0 }, { ...garden, kind: 'relay' as const }, 'Switch on', 'off', 'on'],
    ['a valve that was given a value of neither state', { command: 'HALF', value: 7, oldValue: 1 }, garden, 'HALF', 1, 7],
  ] as const)('%s', (_, over, point, command, oldValue, newValue) => {
    expect(journalRow(row(over), point)).toMatchObject({ command, oldValue, newValue });
  });

  it('keeps the numbers of a set point, with their unit', () => {
    const speed: JournalPoint = { name: 'Pump speed', kind: 'setpoint', valve: null, measure: 'Hz' };
    expect(journalRow(row({ command: 'SET', value: 42, oldValue: 35.5 }), speed)).toMatchObject({
      command: 'Set',
      oldValue: 35.5,
      newValue: 42,
      measure: 'Hz',
    });
  });

  it('says of a raw write which registers held what', () => {
    expect(
      journalRow(row({ pointId: null, fn: 6, address: 12, value: null, rawBefore: '0001', rawOut: '002a' }), undefined),
    ).toMatchObject({
      what: 'GARDEN_VALVE',
      command: 'Write raw, function 6, address 12',
      oldValue: '0001',
      newValue: '002a',
    });
  });

  it.each([
    ['CONFIRMED', 'confirmed by read-back'],
    ['ACCEPTED_UNVERIFIED', 'accepted, not read back'],
    ['REFUSED', 'refused'],
    ['UNKNOWN', 'not known whether it was carried out'],
    [null, 'under way'],
  ] as const)('%s reads "%s"', (outcome, result) => {
    expect(journalRow(row({ outcome, remarks: remarksOf('the site is read-only') }), garden)).toMatchObject({
      result,
      why: 'the site is read-only',
    });
  });
});
