import { expect, it } from 'vitest';
import { auditOf } from './auditing.ts';
import type { CommandRow } from './model.ts';

const row = (change: Partial<CommandRow>): CommandRow =>
  ({ pointId: 'p1', asset: 'valve', command: 'open', frameId: 'f1', outcome: 'CONFIRMED', sent: true, ...change }) as CommandRow;

it.each<[string, Partial<CommandRow>, outcome: 'refused' | 'done']>([
  ['that was confirmed', {}, 'done'],
  ['that the rules refused before any frame left', { outcome: 'REFUSED', sent: false }, 'refused'],
  ['that the device refused once its frame had left', { outcome: 'REFUSED', sent: true }, 'done'],
  ['of which nobody knows what became', { outcome: 'UNKNOWN', sent: true }, 'done'],
  ['that is on its way', { outcome: null, sent: false }, 'done'],
])('a command %s is in the audit log as %s', (_, change, outcome) => {
  expect(auditOf(row(change)).outcome).toBe(outcome);
});

it('a write of a raw register is of a kind of its own in the audit log', () => {
  expect([auditOf(row({})).kind, auditOf(row({ pointId: null })).kind]).toEqual(['plc.write', 'plc.rawWrite']);
});
