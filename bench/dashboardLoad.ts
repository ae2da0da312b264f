/**
 * Twenty people of a plant of 1,000 series ask for days of units and for dashboards of past days, each time of another unit, day and user out of
 * 486,000 combinations (24,300 days of units), each with the tag of the answer that this person got before; while they do, 1 % of the days of units
 * are corrected by hand. Says how long answers take, how many come from memory or are unchanged, and the processor time of the server. After each
 * correction the day must have another tag. `REQUESTS` sets how many ask (6,000).
 */
import { randomInt } from 'node:crypto';
import { uniformAt } from '../server/core/random.ts';
import { dateOfDay, dayNumber } from '../server/core/shift.ts';
import { bigPlant } from '../server/test/bigPlant.ts';
import { quantile } from '../server/test/readingsLoad.ts';
import { type Answer, cpuMsOf, openBigFolder, startBigServer } from './load/bigServer.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 6000);
const CLIENTS = 8;
const USERS = 20;
const DAYS = 60;
const REVISED_PART = 0.01;
/** Of a hundred questions. */
const DASHBOARDS = 20;
const SLOT_MS = 300_000;
const kinds = { source: 200, use: 100, tank: 40, energy: 40, lab: 25 } as const;

const units = Object.entries(kinds).flatMap(([kind, count]) => Array.from({ length: count }, (_, at) => `${kind}-${at}`));
const meters = units.filter((unit) => /^(source|use|energy)/.test(unit));
const today = dayNumber(bigPlant.date);
const seed = Number(process.env.SEED ?? randomInt(1_000_000));
let drawn = 0;
const draw = (below: number): number => {
  drawn += 1;
  return Math.floor(uniformAt(seed, 1, drawn) * below);
};
const oneOf = <T>(list: readonly T[]): T => {
  const found = list[draw(list.length)];
  if (found === undefined) throw new Error('an empty list');
  return found;
};
const dmy = (day: number): string => dateOfDay(day).split('-').reverse().join('/');
/** A day that is over. */
const drawDay = (): number => today - 1 - draw(DAYS);
const unitDay = (unitId: string, day: number): string => `/api/user/granular/unit?unitId=${unitId}&date1=${dmy(day)}`;

const dashboards: readonly (readonly [kind: string, path: (date: string) => string])[] = [
  ...(['DAY', 'MONTH', 'YEAR'] as const).flatMap((type) => [
    [`landing ${type}`, (date: string) => `/api/user/landingPage/userData?date=${date}&type=${type}`] as const,
    [`v2 sources ${type}`, (date: string) => `/api/user/deviceDataV2?category=ID_SOURCE&date1=${date}&type=${type}`] as const,
    [
      `v2 quality ${type}`,
      (date: string) => `/api/user/deviceDataV2?category=QUALITY_CATEGORY&date1=${date}&type=${type}`,
    ] as const,
    [`executive ${type}`, (date: string) => `/api/user/executiveSummary/data?date=${date}&type=${type}`] as const,
  ]),
  ...(['HOUR', 'DATE', 'MONTH'] as const).map(
    (type) => [`summary ${type}`, (date: string) => `/api/user/summaryPage?date1=${date}&type=${type}`] as const,
  ),
];

type Done = Answer & { kind: string };
const folder = await openBigFolder(USERS);
const server = await startBigServer(folder);
const done: Done[] = [];
let [revised, left] = [0, REQUESTS];
try {
  const people = server.headers.map((headers) => ({ headers, tags: new Map<string, string>() }));
  const ask = async (kind: string, path: string): Promise<void> => {
    const { headers, tags } = oneOf(people);
    const tag = tags.get(path);
    const answer = await server.ask(path, { ...headers, ...(tag !== undefined && { 'if-none-match': tag }) });
    if (answer.status !== 200 && answer.status !== 304) throw new Error(`${path} answered ${answer.status}`);
    if (answer.etag !== '') tags.set(path, answer.etag);
    done.push({ ...answer, kind: answer.status === 304 ? 'unchanged (304)' : kind });
  };
  /** A counter's slot, and a look that the day has another tag since. */
  const revise = async (): Promise<void> => {
    revised += 1;
    const [unitId, day] = [oneOf(meters), drawDay()];
    const path = unitDay(unitId, day);
    const before = await server.ask(path);
    // shift days begin at 06:00 in Kolkata
    const from = new Date(Date.parse(`${dateOfDay(day)}T00:30:00Z`) + draw(288) * SLOT_MS).toISOString();
    await server.post('/api/plant/readings/manual', {
      unitId,
      from,
      values: [1 + draw(5000)],
      note: 'read from the display',
      confirmed: true,
    });
    const after = await server.ask(path, { 'if-none-match': before.etag });
    if (after.status !== 200 || after.etag === before.etag) throw new Error(`${path} is as before, though it was revised`);
  };
  const revisions = Math.round(REVISED_PART * units.length * DAYS);
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const [kind, path] = oneOf(dashboards);
      if (draw(100) < DASHBOARDS) await ask(kind, path(dmy(drawDay())));
      else await ask('day of a unit', unitDay(oneOf(units), drawDay()));
      if (revised < (revisions * (REQUESTS - left)) / REQUESTS) await revise();
    }
  };
  const [beganMs, beganCpuMs] = [performance.now(), cpuMsOf(server.pid)];
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const [ms, cpuMs] = [performance.now() - beganMs, cpuMsOf(server.pid) - beganCpuMs];
  console.log(
    `${done.length} answers in ${(ms / 1000).toFixed(1)} s, ${revised} of ${units.length * DAYS} days of units revised, ` +
      `${(cpuMs / done.length).toFixed(1)} ms of processor time an answer, those of revising included; seed ${seed}`,
  );
  const percent = (count: number): string => `${((100 * count) / done.length).toFixed(1)} %`;
  const remembered = done.filter(({ isRemembered }) => isRemembered).length;
  const unchanged = done.filter(({ status }) => status === 304).length;
  console.log(
    `hit rates: ${percent(unchanged)} unchanged (304), ${percent(remembered)} from memory, ${percent(done.length - remembered - unchanged)} made`,
  );
  for (const [kind, answers] of [...Map.groupBy(done, (one) => one.kind)].sort(([a], [b]) => a.localeCompare(b))) {
    const times = answers.map((one) => one.ms);
    const hits = answers.filter(({ isRemembered }) => isRemembered).length;
    console.log(
      `${kind.padEnd(18)} ${String(answers.length).padStart(5)} answers, ${String(hits).padStart(5)} from memory, ` +
        `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    );
  }
} finally {
  await server.stop();
  folder.remove();
}
