import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManualClock } from '../core/clock.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { slotAt } from './alertRig.ts';
import { LIMIT_M3H, limitedPlant } from './alertWorks.ts';
import { seed } from './readingsRig.ts';

export const KILL_UNITS = 40;
export const KILL_FIRST_SLOT = slotAt('2026-03-10T00:00:00Z');
/** Every unit is over its limit for two slots in so many, one after the other; long enough apart to be an alarm of its own. */
const EVERY = 16;

export const flowOf = (unit: number, slot: number): number => ((slot + unit) % EVERY < 2 ? LIMIT_M3H + 10 : 6);

export type AlertKillReport = {
  cycles: number;
  /** Alarms that the readings of all judged slots make, and of those how many were sent before a kill. */
  expected: number;
  missed: number;
  duplicates: number;
  /** Alarms whose message never left, and whose message is not marked as sent exactly once. */
  unsent: number;
  notMarkedOnce: number;
  /** Messages that left twice, because the kill came between sending and marking. */
  sentAgain: number;
  /** Live messages and first steps that are not one for each alarm. */
  liveFaults: number;
  integrityFaults: string[];
};

type Counts = { alarms: { unitId: string; raisedAt: number; id: string }[]; deliveries: { alarmId: string; state: string }[] };

/** Starts a process that raises and sends alarms, kills it with SIGKILL somewhere in up to 200 messages, and counts what is there. */
export const alertKillCycles = async (cycles: number): Promise<AlertKillReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'alert-kill-'));
  const path = join(folder, 'headworks.db');
  const { sqlite } = openDatabase(path);
  migrate(sqlite, new ManualClock(0));
  seed(sqlite, limitedPlant(KILL_UNITS));
  sqlite.close();
  const lines: string[] = [];
  try {
    for (let cycle = 0; cycle < cycles; cycle += 1) lines.push(...(await run(path, 1 + ((cycle * 67) % 200))));
    const last = await run(path);
    const throughSlot = Number(last.pop()?.split(' ')[1]);
    return { cycles, ...count(path, [...lines, ...last], throughSlot) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** @param killAfter lines after which it is killed; without it, it ends what was begun. @returns whole lines of its output. */
const run = async (path: string, killAfter?: number): Promise<string[]> => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('./alertChild.ts')), path, ...(killAfter === undefined ? ['finish'] : [])],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  let isKilled = false;
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (isKilled || killAfter === undefined || text.split('\n').length <= killAfter) return;
    isKilled = true;
    child.kill('SIGKILL');
  });
  const [code] = await once(child, 'close');
  if (isKilled !== (killAfter !== undefined) || (!isKilled && code !== 0))
    throw new Error(`the process ended by itself: ${code}`);
  return text.split('\n').slice(0, -1);
};

const read = (path: string): Counts & { live: number; raisedSteps: number; integrity: string } => {
  const { sqlite } = openDatabase(path, { readonly: true });
  const all = (sql: string): unknown[] => sqlite.prepare(sql).all();
  const one = (sql: string): unknown => sqlite.prepare(sql).pluck().get();
  try {
    return {
      alarms: all('select id, unit_id as unitId, raised_at as raisedAt from alarm') as Counts['alarms'],
      deliveries: all("select alarm_id as alarmId, state from delivery where channel = 'email'") as Counts['deliveries'],
      // old messages are thrown away: of those that are kept, each alarm has one
      live: one(
        `with sent as (select data ->> 'notificationId' as id from live_message where type = 'alert')
         select (select count(*) - count(distinct id) from sent) +
           (select count(*) from alarm where id not in (select id from sent)
            and raised_at > (select case min(id) when 1 then 0 else min(at) + 3600000 end from live_message))`,
      ) as number,
      raisedSteps: one("select count(*) from alarm_step where kind = 'raised'") as number,
      integrity: String(sqlite.pragma('integrity_check', { simple: true })),
    };
  } finally {
    sqlite.close();
  }
};

/** How many of some are not among others. */
const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((one) => !others.has(one)).length;

const count = (path: string, lines: readonly string[], throughSlot: number): Omit<AlertKillReport, 'cycles'> => {
  const { alarms, deliveries, live, raisedSteps, integrity } = read(path);
  const expected = new Set<string>();
  for (let unit = 0; unit < KILL_UNITS; unit += 1)
    for (let slot = KILL_FIRST_SLOT; slot <= throughSlot; slot += 1)
      if (flowOf(unit, slot) > LIMIT_M3H && (slot === KILL_FIRST_SLOT || flowOf(unit, slot - 1) <= LIMIT_M3H))
        expected.add(`u${unit} ${(slot + 1) * 300_000}`);
  const found = new Set(alarms.map(({ unitId, raisedAt }) => `${unitId} ${raisedAt}`));
  const sent = new Set(lines.map((line) => line.split(' ')[1]));
  const states = Map.groupBy(deliveries, ({ alarmId }) => alarmId);
  return {
    expected: expected.size,
    missed: without(expected, found),
    duplicates: alarms.length - found.size + without(found, expected),
    unsent: alarms.filter(({ id }) => !sent.has(id)).length,
    notMarkedOnce: alarms.filter(
      ({ id }) =>
        states
          .get(id)
          ?.map(({ state }) => state)
          .join() !== 'sent',
    ).length,
    sentAgain: lines.length - new Set(lines.map((line) => line.split(' ')[0])).size,
    liveFaults: live + Math.abs(raisedSteps - alarms.length),
    integrityFaults: integrity === 'ok' ? [] : [integrity],
  };
};
