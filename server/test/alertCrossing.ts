import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';
import { ManualClock } from '../core/clock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { slotAt } from './alertRig.ts';
import { AlertWorks, LIMIT_M3H, limitedPlant, worksSettings } from './alertWorks.ts';
import { TestChannel } from './outboxRig.ts';
import { quantile } from './readingsLoad.ts';
import { seed } from './readingsRig.ts';

const FIRST = slotAt('2026-03-10T00:00:00Z');
/** The first of them run on code that is not compiled yet. */
const QUIET_SLOTS = 40;
const WARM_UP_SLOTS = 10;
/** The event loop is watched for so long around the crossing. */
const WATCHED_MS = 5000;

export type Crossing = {
  alarms: number;
  transactions: number;
  messages: number;
  /** From the end of the slot to all that it raised stored and sent. */
  slotMs: number;
  /** The same for a slot in which nothing happens, the median of some. */
  evaluationMs: number;
  /** The same in processor time of the main thread, which other programs do not add to. */
  processorMs: number;
  loopP99Ms: number;
  loopMaxMs: number;
};

/** All units pass their limit in the same slot, after some quiet ones. */
export const crossing = async (units: number): Promise<Crossing> => {
  const folder = mkdtempSync(join(tmpdir(), 'crossing-'));
  const path = join(folder, 'headworks.db');
  const plant = limitedPlant(units);
  const clock = new ManualClock(FIRST * SLOT_MS - 60_000);
  const { sqlite } = openDatabase(path);
  migrate(sqlite, clock);
  seed(sqlite, plant);
  sqlite.close();
  const channel = new TestChannel('email');
  const works = new AlertWorks({ path, plant, clock, settings: worksSettings({}), channel });
  try {
    works.start();
    let closedMs = 0;
    let used = process.threadCpuUsage();
    works.bus.on('test', 'slotsClosed', () => {
      closedMs = performance.now();
      used = process.threadCpuUsage();
    });
    const quiet: number[] = [];
    const quietProcessor: number[] = [];
    for (let at = 0; at < QUIET_SLOTS; at += 1) {
      await works.slot(FIRST + at, (unit) => (LIMIT_M3H * (unit % 7)) / 10);
      quiet.push(performance.now() - closedMs);
      const { user, system } = process.threadCpuUsage(used);
      quietProcessor.push((user + system) / 1000);
    }
    const before = works.store.transactions;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const endMs = performance.now() + WATCHED_MS;
    await works.slot(FIRST + QUIET_SLOTS, () => LIMIT_M3H + 10);
    const slotMs = performance.now() - closedMs;
    const transactions = works.store.transactions - before;
    for (let tries = 0; tries < 3; tries += 1) {
      works.outbox.work();
      await works.outbox.settled();
      clock.advance(600_000);
    }
    await after(Math.max(0, endMs - performance.now()));
    delay.disable();
    return {
      alarms: works.alarms.open('DEMO').length,
      transactions,
      messages: channel.sent.length,
      slotMs,
      evaluationMs: quantile(quiet.slice(WARM_UP_SLOTS), 0.5),
      processorMs: quantile(quietProcessor.slice(WARM_UP_SLOTS), 0.5),
      loopP99Ms: delay.percentile(99) / 1e6,
      loopMaxMs: delay.max / 1e6,
    };
  } finally {
    await works.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
