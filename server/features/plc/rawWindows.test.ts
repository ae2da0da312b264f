import { expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import type { Writer } from '../../db/writer.ts';
import { RawWindows } from './rawWindows.ts';
import { ReadOnlySwitch } from './readOnlySwitch.ts';

it('a raw window allows its own technician whole writes within its registers alone', () => {
  const windows = new RawWindows({ device: () => ({ id: 'plc', name: 'PLC', slaveId: 5, enabled: true }) }, new ManualClock(0));
  const by = { industryId: 'DEMO', userId: 'asha', isTechnician: true };
  windows.open(by, 'plc', [{ fn: 16, from: 100, to: 102 }], 'test');
  const allows = (address: number, width: number, who = by): boolean => windows.allows(who, 'plc', 16, address, width);
  expect([allows(100, 3), allows(102, 1), allows(100, 4), allows(102, 2), allows(99, 1)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(allows(100, 1, { ...by, isTechnician: false })).toBe(false);
  expect(allows(100, 1, { ...by, userId: 'ravi' })).toBe(false);
});

it.each([
  [undefined, true],
  ['on', true],
  ['off', false],
])('a site whose switch is stored as %s is read-only: %s', (stored, isReadOnly) => {
  const commands = { isReadOnly: !isReadOnly, setReadOnly: (to: boolean) => void Object.assign(commands, { isReadOnly: to }) };
  new ReadOnlySwitch({} as Writer, { setting: () => stored, set: () => undefined }, commands).load();
  expect(commands.isReadOnly).toBe(isReadOnly);
});
