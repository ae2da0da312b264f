import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PlantServer, until } from '../plantServer.ts';
import { Faults, type Scenario } from '../scenario.ts';

const places = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'];
const libraryPath = (): string | undefined =>
  places.map((place) => join(place, 'faketime', 'libfaketime.so.1')).find((path) => existsSync(path));

const DAY_S = 86_400;
const steps = [
  ['-15 s', -15],
  ['-5 min', -300],
  ['-1 h', -3600],
  ['+1 h', 3600],
  ['-2 h', -7200],
  ['+1 day', DAY_S],
  ['-1 day', -DAY_S],
  ['+1 year', 365 * DAY_S],
  ['-1 year', -365 * DAY_S],
] as const;
/** What a step may raise: one alarm that the server's clock is wrong, and what follows of missing slots by unit. */
const MOST_ALARMS = 12;

/** A time server that cannot make up its mind. */
const STROBE = { stepS: 0.5, times: 20, everyMs: 150 };

/** Where two texts part, with what stands there. */
const difference = (one: string, other: string): string => {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return `at ${at} "${one.slice(Math.max(at - 60, 0), at + 60)}" became "${other.slice(Math.max(at - 60, 0), at + 60)}"`;
};

type Watch = { status: number; alarms: number };

/** A server whose time of day is that of a file, while its monotonic clock goes on as always. */
class SteppedServer extends PlantServer {
  readonly #aside = mkdtempSync(join(tmpdir(), 'headworks-clock-'));
  #offsetS = 0;

  prepare(library: string): void {
    const file = join(this.#aside, 'offset');
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    this.step(0);
  }

  step(seconds: number): void {
    this.#offsetS += seconds;
    writeFileSync(join(this.#aside, 'offset'), `${this.#offsetS >= 0 ? '+' : ''}${this.#offsetS}`);
  }

  override async remove(): Promise<void> {
    await super.remove();
    rmSync(this.#aside, { recursive: true, force: true });
  }
}

const watch = async (server: PlantServer, token: string): Promise<Watch> => {
  const { status, text } = await server.ask('/api/user/notification?days=2', token);
  return { status, alarms: text.split('"notificationId"').length - 1 };
};

/** What an answer says of the moment: an alarm of that day that is not over goes on. */
const isOfNow = (key: string, value: unknown): boolean =>
  /^(generatedAt|requestId)$|alarm|alert/i.test(key) || (typeof value === 'object' && value !== null && 'acked' in value);

/** What a closed day was: it is the same whatever the clock says later. */
const closedDay = async (server: PlantServer, token: string, date: string): Promise<string> => {
  const paths = [
    `report/dailySummary?startDate=${date}&service=water`,
    `deviceDataV2?date1=${date}&category=ALL_CATEGORIES_V2|STOCK_CATEGORY`,
    `deviceDataV2?date1=${date}&category=ALL_CATEGORIES_V2|SOURCE_CATEGORY`,
  ];
  const answers: string[] = [];
  for (const path of paths) {
    const { status, text } = await server.ask(`/api/user/${path}`, token);
    answers.push(`${status} ${JSON.stringify(JSON.parse(text, (key, value) => (isOfNow(key, value) ? undefined : value)))}`);
  }
  return answers.join('\n');
};

/** The clock goes half a second forth and back again and again. */
const strobe = async (server: SteppedServer, token: string, checks: Faults): Promise<string> => {
  const before = await watch(server, token);
  for (let at = 0; at < STROBE.times; at += 1) {
    server.step(at % 2 === 0 ? STROBE.stepS : -STROBE.stepS);
    await wait(STROBE.everyMs);
  }
  const { status } = await server.ask('/api/plant/overview', token);
  checks.expect(status === 200, `half a second forth and back: an access token of before is answered ${status}`);
  const more = (await watch(server, token)).alarms - before.alarms;
  checks.expect(more <= 1, `half a second forth and back: ${more} alarms`);
  return `half a second forth and back ${STROBE.times} times: token ${status}, ${more} new alarms`;
};

/** Steps the clock under one server and watches whether it lives, floods, goes silent or lets a token live for ever. */
const stepThrough = async (server: SteppedServer, isDemo: boolean, checks: Faults): Promise<string[]> => {
  const results: string[] = [];
  const log = (): Promise<string> => server.login('admin');
  let token = await log();
  const date = new Date(Date.now() - 2 * DAY_S * 1000).toISOString().slice(0, 10).split('-').reverse().join('/');
  const day = await closedDay(server, token, date);
  // the plant of the other scenario has measured nothing on that day
  if (isDemo) checks.expect(day.startsWith('200 '), `the day ${date} is answered ${day.slice(0, 200)}`);
  results.push(await strobe(server, token, checks));
  for (const [name, seconds] of steps) {
    const before = await watch(server, token);
    server.step(seconds);
    await wait(isDemo ? 3000 : 1500);
    checks.expect(server.isAlive, `${name}: the server ended: ${server.output().slice(-400)}`);
    if (!server.isAlive) return results;
    const old = (await server.ask('/api/plant/overview', token)).status;
    // four hours of life: a day ahead it is over, a day back it would outlive itself; a correction of the clock ends nobody's session
    const isEnded = old === 420 || old === 401;
    checks.expect(isEnded === Math.abs(seconds) >= DAY_S, `${name}: an access token of before is answered ${old}`);
    let next = '';
    const loginMs = await until(async () => {
      try {
        next = await log();
        return true;
      } catch {
        return false;
      }
    }, 20_000);
    checks.expect(!Number.isNaN(loginMs), `${name}: nobody can log in`);
    if (next === '') return results;
    token = next;
    const alert = await server.ask('/api/user/alerts', token, {
      method: 'POST',
      body: {
        unitId: isDemo ? undefined : 'demo-flow',
        type: 'stepped',
        createdOn: '',
        meta: { alertType: 'flow_rate', value: 7, threshold: 5 },
      },
    });
    if (!isDemo) checks.expect(alert.status < 500, `${name}: an alarm is answered ${alert.status}`);
    const after = await watch(server, token);
    checks.expect(after.status < 300, `${name}: alarms are answered ${after.status}`);
    const more = after.alarms - before.alarms;
    checks.expect(more <= MOST_ALARMS, `${name}: ${more} alarms at once`);
    results.push(`${name}: token ${old}, ${more} new alarms`);
  }
  const again = await closedDay(server, token, date);
  checks.expect(again === day, `${date} is answered otherwise than before: ${difference(day, again)}`);
  results.push(`${date} as before in ${day.length} characters`);
  return results;
};

const steppedScenario = (isDemo: boolean): Scenario => ({
  ids: 'A8',
  name: `steps of the clock under ${isDemo ? 'the demo' : 'a plant'}`,
  isShort: true,
  lacks: () => (libraryPath() === undefined ? 'libfaketime is not there (Debian: libfaketime)' : undefined),
  run: async () => {
    const checks = new Faults();
    const server = new SteppedServer();
    try {
      server.prepare(libraryPath() ?? '');
      if (!isDemo) await server.fill();
      if (isDemo) server.env.HEADWORKS_DEMO_DAYS = '3';
      await server.start(...(isDemo ? ['--demo'] : []));
      const results = await stepThrough(server, isDemo, checks);
      const code = await server.end();
      const faults = server.output().match(/uncaughtException|unhandledRejection/g) ?? [];
      checks.expect(code === 0, `it ended with ${code}: ${server.output().slice(-600)}`);
      checks.expect(faults.length === 0, `${faults.length} uncaught errors`);
      return { figures: { results: results.join('; '), 'stopped with': String(code) }, faults: checks.list };
    } finally {
      await server.remove();
    }
  },
});
export const clockUnderPlant = steppedScenario(false);
export const clockUnderDemo = steppedScenario(true);
