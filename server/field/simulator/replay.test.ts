import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeSpec } from '../../contract/model/field.ts';
import { systemClock } from '../../core/clock.ts';
import { mbap, readRequest } from '../../test/rawMaster.ts';
import { unpackRecording } from '../../test/recordings.ts';
import { columnsByMap, recorderDevice } from './csvColumns.ts';
import type { SimulatedDevice } from './device.ts';
import { MbapRequests, type RequestFrame } from './frames.ts';
import { CsvReplay, csvColumnNames } from './replay.ts';
import { Simulator } from './simulator.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const recording = (text: string): string => {
  const file = join(folder, 'recording.csv');
  writeFileSync(file, text);
  return file;
};
const meter = (slaveId: number): SimulatedDevice => {
  const line = new Simulator().addLine();
  const tag = (name: string, address: number) => ({
    name,
    kind: 'gauge' as const,
    decode: decodeSpec.parse({ space: 'holding', address, type: 'float64' }),
    initial: 0,
  });
  return line.addDevice({ slaveId, tags: [tag('Flow', 0), tag('Total', 4)] });
};
const answers = (device: SimulatedDevice): boolean =>
  device.answer(new MbapRequests().push(mbap(1, device.slaveId, readRequest(3, 0, 4)))?.[0] as RequestFrame) !== undefined;

const rows =
  'ts,flow,total,level\n2014-01-06 00:00:00,10.5,1000,2\n2014-01-06 00:05:00,,1002,\n2014-01-06 00:10:00,,,\n2014-01-06T00:15:00Z,12,1003,3\n';
const open = async (file: string, first = meter(1), second = meter(2)) => {
  const columns = {
    flow: { device: first, tag: 'Flow' },
    total: { device: first, tag: 'Total', factor: 0.1 },
    level: { device: second, tag: 'Flow' },
  };
  return { replay: await CsvReplay.open({ file, timeColumn: 'ts', columns, clock: systemClock }), first, second };
};

describe('a recording played by hand', () => {
  it('gives each row to its devices, at the time of the row', async () => {
    const { replay, first, second } = await open(recording(rows));
    expect(replay.rowCount).toBe(4);
    expect(replay.nextAtMs).toBe(Date.UTC(2014, 0, 6));
    expect(replay.step()).toBe(Date.UTC(2014, 0, 6));
    expect([first.get('Flow'), first.get('Total'), second.get('Flow')]).toEqual([10.5, 100, 2]);
  });

  it('leaves a tag with an empty cell as it was, and takes a device without any off the line', async () => {
    const { replay, first, second } = await open(recording(rows));
    replay.step();
    replay.step();
    expect([first.get('Flow'), first.get('Total')]).toEqual([10.5, 100.2]);
    expect([answers(first), answers(second)]).toEqual([true, false]);
    replay.step();
    expect([answers(first), answers(second)]).toEqual([false, false]);
    expect(replay.step()).toBe(Date.UTC(2014, 0, 6, 0, 15));
    expect([answers(first), answers(second)]).toEqual([true, true]);
    expect(second.get('Flow')).toBe(3);
    expect([replay.step(), replay.nextAtMs]).toEqual([undefined, undefined]);
  });

  it.each([
    ['a column that is not there', 'ts,flow,total\n', 'has no column "level"'],
    ['a cell that is no number', 'ts,flow,total,level\n2014-01-06 00:00:00,x,1,1\n', 'line 2: "x" is no number'],
    ['a time that is none', 'ts,flow,total,level\nnoon,1,1,1\n', 'line 2: "noon" is no time'],
    ['time that goes back', `${rows}2014-01-06 00:10:00,1,1,1\n`, 'line 6: time goes back'],
  ])('is refused for %s', async (_, text, reason) => {
    await expect(open(recording(text))).rejects.toThrow(reason);
  });

  it('says which file is missing', async () => {
    await expect(open(join(folder, 'nothing.csv'))).rejects.toThrow('nothing.csv');
  });
});

describe('a recording played by the clock', () => {
  it('keeps its order and its speed, and says when it ends', async () => {
    const { replay, first } = await open(recording(rows));
    const startedMs = performance.now();
    // 15 recorded minutes in 90 ms
    await new Promise<void>((resolve) => replay.start(10_000, resolve));
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(85);
    expect(first.get('Flow')).toBe(12);
  });

  it('stops, and goes on from there', async () => {
    const { replay, first } = await open(recording(rows));
    replay.start(0.001);
    replay.stop();
    replay.stop();
    expect(first.get('Flow')).toBe(10.5);
    expect(replay.nextAtMs).toBe(Date.UTC(2014, 0, 6, 0, 5));
    await new Promise<void>((resolve) => replay.start(1e9, resolve));
    expect(first.get('Flow')).toBe(12);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses the speed %d', async (speed) => {
    const { replay } = await open(recording(rows));
    expect(() => replay.start(speed)).toThrow('is not above 0');
  });
});

describe('columns', () => {
  it('go where they are sent, or to a device of their own', async () => {
    const line = new Simulator().addLine();
    const device = line.addDevice({
      slaveId: 3,
      tags: [
        {
          name: 'Flow: in',
          kind: 'gauge',
          decode: decodeSpec.parse({ space: 'input', address: 0, type: 'float32' }),
          initial: 0,
        },
      ],
    });
    expect(columnsByMap(['FT=101=3:Flow: in'], line)).toEqual({ 'FT=101': { device, tag: 'Flow: in' } });
    expect(() => columnsByMap(['FT101=4:Flow'], line)).toThrow('write COLUMN=UNIT:TAG');
    expect(() => columnsByMap(['FT101=3:Level'], line)).toThrow('has Flow: in');
    const recorder = recorderDevice(line, 4, ['a', 'b']);
    recorder.set('b', 9998120.25);
    expect(recorder.get('b')).toBe(9998120.25);
  });

  it('are read from quoted and plain heads', async () => {
    expect(await csvColumnNames(recording('\uFEFFts,"flow, ""in""", level \r\n'))).toEqual(['ts', 'flow, "in"', 'level']);
  });
});

describe('the recorded plant', () => {
  it('plays its 42 days into simulated devices', async () => {
    const plant = unpackRecording('plant_5min', folder);
    const names = (await csvColumnNames(plant)).slice(1);
    const device = recorderDevice(new Simulator().addLine(), 1, names);
    const columns = Object.fromEntries(names.map((tag) => [tag, { device, tag }]));
    const replay = await CsvReplay.open({ file: plant, timeColumn: 'ts', columns, clock: systemClock });
    let silent = 0;
    while (replay.step() !== undefined) silent += answers(device) ? 0 : 1;
    expect([replay.rowCount, silent]).toEqual([42 * 288, 27]);
  });
});
