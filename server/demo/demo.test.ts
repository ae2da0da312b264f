import { cpSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { madeDemo, openDemo, removeFolder } from '../test/demoRig.ts';

const days = 2;
/** 12:42 in the plant. */
const noon = Date.UTC(2026, 8, 16, 7, 12, 30);

const folders: string[] = [];
const made = async (nowMs: number, seed?: number): Promise<string> => {
  const folder = await madeDemo({ days, ...(seed === undefined ? {} : { seed }) }, new ManualClock(nowMs));
  folders.push(folder);
  return folder;
};

let ofToday = '';
beforeAll(async () => {
  ofToday = await madeDemo({ days: 1 }, new ManualClock(Date.now()));
});
afterAll(() => removeFolder(ofToday));
/** A demo of today as it was made, before anything ran on it. */
const madeToday = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-demo-test-'));
  cpSync(ofToday, folder, { recursive: true });
  folders.push(folder);
  return folder;
};

/** All slots of all series up to a moment, by unit and parameter. */
const historyOf = async (folder: string, nowMs: number, toMs: number) => {
  const demo = await openDemo(folder, { clock: new ManualClock(nowMs) });
  const toSlot = Math.floor(toMs / SLOT_MS);
  const units = ['DEMO', 'NORTH'].flatMap((id) => demo.directory.units(id));
  const slots = Object.fromEntries(
    units.flatMap(({ id, series }) =>
      series.map((one) => {
        const { values, quality } = demo.reader.slots(one.id, toSlot - 500, toSlot);
        return [`${id}.${one.param}`, `${[...values].join(' ')} ${quality}`];
      }),
    ),
  );
  await demo.stop();
  return slots;
};

afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

describe('a demo', () => {
  it('has the same history for the same seed, whatever the time of day it was started', async () => {
    const evening = noon + 9 * 3_600_000;
    const [first, later, other] = [await made(noon), await made(evening), await made(noon, 5)];
    const history = await historyOf(first, noon, noon);
    expect(Object.keys(history).length).toBeGreaterThan(130);
    expect(await historyOf(later, evening, noon)).toEqual(history);
    expect(await historyOf(other, noon, noon)).not.toEqual(history);
  });

  it('goes on in the present where its history ends, and after a rest where it would have been', async () => {
    const folder = madeToday();
    const counters = ['demo-borewell1', 'demo-line1', 'demo-discharge', 'north-bottling'];
    const read = async (opened: Awaited<ReturnType<typeof openDemo>>) => {
      const ids = counters.map((unit) => opened.seriesId(unit, 'volume'));
      await expect.poll(() => ids.every((id) => opened.reader.latest(id)?.quality === 'GOOD')).toBe(true);
      return ids.map((id) => opened.reader.latest(id)?.value ?? Number.NaN);
    };
    const running = await openDemo(folder, { live: true });
    await expect.poll(() => running.gateway.status().tags.filter(({ quality }) => quality !== 'GOOD').length).toBe(0);
    const first = await read(running);
    const endOfHistory = running.ingest.openDays.closedThrough;
    const lastOfDay = (unit: string) =>
      running.reader.dayTotals([running.seriesId(unit, 'volume')], 0, 1e6).at(-1)?.counterClose ?? Number.NaN;
    for (const [index, unit] of counters.entries()) {
      // the last reading of history is minutes old; nothing here passes 10 m3 in that time
      const since = (first[index] ?? Number.NaN) / 1000 - lastOfDay(unit);
      expect(since).toBeGreaterThan(-1e-6);
      expect(since).toBeLessThan(10);
    }
    await running.stop();
    const again = await openDemo(folder, { live: true });
    const second = await read(again);
    for (const [index, value] of second.entries()) expect(value).toBeGreaterThanOrEqual(first[index] ?? Number.NaN);
    const everything = ['DEMO', 'NORTH']
      .flatMap((id) => again.directory.units(id))
      .flatMap(({ series }) => series.map(({ id }) => id));
    expect(again.reader.counterEvents(everything, endOfHistory, endOfHistory + 10)).toEqual([]);
    await again.stop();
  });

  it('keeps its ports, and moves a connection whose port was taken meanwhile', async () => {
    const folder = madeToday();
    const portsOf = (opened: Awaited<ReturnType<typeof openDemo>>) =>
      opened.connections.list('DEMO').map(({ id, settings }) => [id, settings.kind === 'tcp' ? settings.port : 0] as const);
    const first = await openDemo(folder, { live: true });
    const ports = portsOf(first);
    await first.stop();
    const thief = createServer();
    const [stolenId, stolen] = ports[0] ?? ['', 0];
    await new Promise<void>((resolve) => thief.listen(stolen, '127.0.0.1', resolve));
    const second = await openDemo(folder, { live: true });
    const moved = new Map(portsOf(second));
    expect(moved.get(stolenId)).not.toBe(stolen);
    for (const [id, port] of ports.slice(1)) expect(moved.get(id)).toBe(port);
    await expect
      .poll(() => second.gateway.status().channels.every(({ state }) => state === 'ready' || state === 'busy'))
      .toBe(true);
    await second.stop();
    await new Promise((resolve) => thief.close(resolve));
  });
});
