import { spawnSync } from 'node:child_process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { QuietMemory, v8Flags } from './quietMemory.ts';

const MIB = 1_048_576;

/** A server that is busy for a part of the time, and has so much memory. */
const start = () => {
  vi.useFakeTimers();
  const clock = new ManualClock(0);
  const server = {
    busyPart: 0.05,
    mib: 170,
    idleMs: 0,
    unaskedMib: 0,
    favoured: [] as boolean[],
    returned: 0,
    collections: 2,
    counted: 0,
  };
  const memory = new QuietMemory({
    clock,
    forget: () => {
      const bytes = server.unaskedMib * MIB;
      server.unaskedMib = 0;
      return bytes;
    },
    idleMs: () => server.idleMs,
    residentBytes: () => server.mib * MIB,
    favourMemory: (isFavoured) => server.favoured.push(isFavoured),
    countCollections: () => {
      server.counted += 1;
      return {
        count: () => server.collections,
        end: () => {
          server.counted -= 1;
        },
      };
    },
    returnFreePages: () => {
      server.returned += 1;
    },
  });
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      server.idleMs += 1000 * (1 - server.busyPart);
      vi.advanceTimersByTime(1000);
    }
  };
  onTestFinished(() => {
    memory.stop();
    vi.useRealTimers();
  });
  memory.start();
  return { server, memory, pass };
};

/** After the relief that follows a start. */
const rested = () => {
  const rig = start();
  rig.pass(200);
  Object.assign(rig.server, { favoured: [], returned: 0 });
  return rig;
};

describe('a server that was busy', () => {
  it('gives memory back once it is quiet, for some seconds', () => {
    const { server, pass } = rested();
    Object.assign(server, { busyPart: 0.9, mib: 260 });
    pass(60);
    expect(server.favoured).toEqual([]);
    server.busyPart = 0.05;
    pass(10);
    expect(server.favoured).toEqual([true]);
    server.mib = 190;
    pass(60);
    expect(server.favoured).toEqual([true, false]);
  });

  it('is quick again as soon as there is work', () => {
    const { server, pass } = rested();
    server.mib = 260;
    pass(5);
    server.busyPart = 0.5;
    pass(5);
    expect(server.favoured).toEqual([true, false]);
  });

  it('gives back what nobody asked for, later', () => {
    const { server, pass } = rested();
    server.unaskedMib = 24;
    pass(5);
    expect(server.favoured).toEqual([true]);
  });
});

it('gives back free pages of the C library once V8 has let go, and not where work came first', () => {
  const { server, pass } = rested();
  server.mib = 260;
  pass(25);
  expect(server.returned).toBe(0);
  pass(10);
  expect(server.returned).toBe(1);
  server.mib = 300;
  pass(65);
  expect(server.favoured.at(-1)).toBe(true);
  server.busyPart = 0.5;
  pass(30);
  expect(server.favoured.at(-1)).toBe(false);
  expect(server.returned).toBe(1);
});

it('gives back what was let go although the server has not grown', () => {
  const { server, pass } = rested();
  server.unaskedMib = 2;
  pass(5);
  expect(server.favoured).toEqual([true]);
  pass(100);
  expect(server.favoured).toEqual([true, false]);
});

it('leaves little that was let go until it is worth while', () => {
  const { server, pass } = rested();
  for (const _each of [1, 2, 3]) {
    server.unaskedMib = 0.4;
    expect(server.favoured).toEqual([]);
    pass(5);
  }
  expect(server.favoured).toEqual([true]);
});

it('is not held back in the first minute after a start', () => {
  const { server, pass } = start();
  pass(55);
  expect(server.favoured).toEqual([]);
  pass(10);
  expect(server.favoured).toEqual([true]);
});

it('leaves a quiet server alone that has not grown', () => {
  const { server, pass } = rested();
  server.mib += 3;
  pass(1000);
  expect(server.favoured).toEqual([]);
});

it('gives back what grew slowly once it was left alone for minutes', () => {
  const { server, pass } = rested();
  server.mib = 260;
  pass(40);
  Object.assign(server, { mib: 268, favoured: [] });
  pass(160);
  expect(server.favoured).toEqual([]);
  pass(20);
  expect(server.favoured).toEqual([true]);
});

it('goes on until V8 has collected twice, for a minute and a half at most', () => {
  const { server, pass } = rested();
  Object.assign(server, { mib: 260, collections: 1 });
  pass(40);
  expect(server).toMatchObject({ favoured: [true], returned: 0, counted: 1 });
  server.collections = 2;
  pass(5);
  expect(server).toMatchObject({ favoured: [true, false], returned: 1, counted: 0 });
  Object.assign(server, { mib: 300, collections: 0 });
  pass(145);
  expect(server).toMatchObject({ favoured: [true, false, true], returned: 1 });
  pass(10);
  expect(server).toMatchObject({ favoured: [true, false, true, false], returned: 2, counted: 0 });
});

it('makes up for what work cut short', () => {
  const { server, pass } = rested();
  server.mib = 260;
  pass(10);
  server.busyPart = 0.5;
  pass(10);
  expect(server.favoured).toEqual([true, false]);
  server.busyPart = 0.05;
  pass(70);
  expect(server.favoured).toEqual([true, false, true]);
});

it('makes up for what was let go while work cut it short', () => {
  const { server, pass } = rested();
  server.unaskedMib = 2;
  pass(5);
  server.busyPart = 0.5;
  pass(10);
  server.busyPart = 0.05;
  pass(70);
  expect(server.favoured).toEqual([true, false, true]);
});

it('does not begin again at once where the memory is in use', () => {
  const { server, pass } = rested();
  server.mib = 260;
  pass(40);
  server.mib = 300;
  pass(40);
  expect(server.favoured).toEqual([true, false]);
  pass(20);
  expect(server.favoured).toEqual([true, false, true]);
});

it('ends what it began when the server stops', () => {
  const { server, memory, pass } = rested();
  server.mib = 260;
  pass(5);
  memory.stop();
  pass(100);
  expect(server.favoured).toEqual([true, false]);
});

it.each(Object.entries(v8Flags))('asks Node for what it knows to %s', (_, flags) => {
  expect(spawnSync(process.execPath, [...flags, '--eval', '0']).stderr.toString()).toBe('');
});
