import { expect, it } from 'vitest';
import { asha } from '../../test/plcRig.ts';
import { rowOf } from './commandRequest.ts';

const frame = {
  frameId: 'F',
  fn: 6,
  address: 10,
  write: { kind: 'writeRegister', address: 10, value: 7 },
  value: 7,
} as Parameters<typeof rowOf>[2];

it('names of up to 200 characters are kept in the journal, longer ones by their first 200', () => {
  const rowWith = (asset: string, command: string) =>
    rowOf(asha, { asset, command, deviceId: 'plc' } as Parameters<typeof rowOf>[1], frame, {
      position: 0,
      atMs: 0,
      place: 'here',
    });
  expect(rowWith('a'.repeat(200), 'b'.repeat(201))).toMatchObject({ asset: 'a'.repeat(200), command: 'b'.repeat(200) });
});
