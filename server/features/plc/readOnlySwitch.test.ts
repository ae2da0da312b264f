import { describe, expect, it } from 'vitest';
import type { Writer } from '../../db/writer.ts';
import { ReadOnlySwitch } from './readOnlySwitch.ts';

const rigOf = ({ stored, isReadOnly, isFull = false }: { stored?: string; isReadOnly: boolean; isFull?: boolean }) => {
  const commands = { isReadOnly, setReadOnly: (to: boolean) => void Object.assign(commands, { isReadOnly: to }) };
  const written: string[] = [];
  const writer = {
    run: (work: (tx: never) => void) => {
      if (isFull) throw new Error('the disk is full');
      // the port before the disk where writing is forbidden, after it where it is allowed
      written.push(`port ${commands.isReadOnly ? 'shut' : 'open'}`);
      work({} as never);
    },
  } as unknown as Writer;
  const store = {
    setting: () => stored,
    set: (_: unknown, name: string, value: string) => void written.push(`${name} ${value}`),
  };
  return { commands, written, readOnly: new ReadOnlySwitch(writer, store, commands) };
};

it.each([
  [undefined, true],
  ['on', true],
  ['anything', true],
  ['off', false],
])('a site whose switch is stored as %s is read-only: %s', (stored, isReadOnly) => {
  const { commands, readOnly } = rigOf({ ...(stored && { stored }), isReadOnly: !isReadOnly });
  readOnly.load();
  expect([commands.isReadOnly, readOnly.isOn]).toEqual([isReadOnly, isReadOnly]);
});

describe('turning a site read-only', () => {
  it('shuts the port first, then stores it', () => {
    const { commands, written, readOnly } = rigOf({ isReadOnly: false });
    readOnly.turn(true);
    expect(written).toEqual(['port shut', 'readOnly on']);
    expect(commands.isReadOnly).toBe(true);
  });

  it('holds for this run where the disk is full', () => {
    const { commands, readOnly } = rigOf({ isReadOnly: false, isFull: true });
    expect(() => readOnly.turn(true)).toThrow('the disk is full');
    expect(commands.isReadOnly).toBe(true);
  });

  it('can be done for this run alone', () => {
    const { commands, written, readOnly } = rigOf({ isReadOnly: false });
    readOnly.forbid();
    expect([commands.isReadOnly, written]).toEqual([true, []]);
  });
});

describe('allowing writes again', () => {
  it('is stored first, then opens the port', () => {
    const { commands, written, readOnly } = rigOf({ isReadOnly: true });
    readOnly.turn(false);
    expect(written).toEqual(['port shut', 'readOnly off']);
    expect(commands.isReadOnly).toBe(false);
  });

  it('opens nothing where the disk is full', () => {
    const { commands, readOnly } = rigOf({ isReadOnly: true, isFull: true });
    expect(() => readOnly.turn(false)).toThrow('the disk is full');
    expect(commands.isReadOnly).toBe(true);
  });
});
