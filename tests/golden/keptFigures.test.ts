import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { ManualClock } from '../../server/core/clock.ts';
import { keepDayHashes } from '../../server/historian/store/dayTreeStore.ts';
import { createPlant } from '../../server/plant.ts';
import { Storage } from '../../server/storage.ts';
import { silent } from '../../server/test/httpRig.ts';
import { askAt, bearer, loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from './ask.ts';
import { askedAtMs, databaseFile, type FrozenPlant, resources, startFrozen } from './frozenPlant.ts';
import { groups } from './requests.ts';

/** A plant that remembers what closed days come to, beside one that works everything out anew. */
const root = mkdtempSync(join(tmpdir(), 'headworks-kept-'));
const folder = mkdtempSync(join(root, 'plant-'));
let plant: FrozenPlant;

/** What is worked out of closed days; not what the plant tells of itself, or makes in another process. */
const isOfDays = (path: string): boolean =>
  /^\/api\/user\/(landingPage|summaryPage|executiveSummary|deviceData|scada\/data|waterBalance\/data|roEfficiency|rainfall|fwi|gwi|neutrality|dailySummary)/.test(
    path,
  ) || /^\/api\/plant\/(trend|quality|tariff-blocks|permits|overview)/.test(path);
const asked = Object.values(groups)
  .flat()
  .filter(({ user, path }) => user !== 'north' && isOfDays(path) && !path.includes('{'))
  .map(({ path }) => path);

const settled = (body: Uint8Array): string =>
  Buffer.from(body)
    .toString()
    .replace(/"(requestId)":"[^"]*"/g, '"$1":"any"');
const answersOf = async ({ url }: FrozenPlant): Promise<[string, string][]> => {
  const { access_token } = await loginAt(url, 'admin');
  const answers: [string, string][] = [];
  for (const path of asked) {
    const { status, bytes } = await askForBytes(url + path, access_token);
    answers.push([path, `${status} ${settled(bytes)}`]);
  }
  return answers;
};
/** What a server says that has the same database, and nothing else. */
const anewAnswers = async (): Promise<[string, string][]> => {
  const other = mkdtempSync(join(root, 'anew-'));
  const sqlite = new Database(join(folder, 'headworks.db'), { readonly: true });
  sqlite.prepare('vacuum into ?').run(join(other, 'headworks.db'));
  sqlite.close();
  const anew = await startFrozen(other, askedAtMs);
  try {
    return await answersOf(anew);
  } finally {
    await anew.stop();
  }
};

/** As a server does in the background. @returns the kinds of figures of days that there are then. */
const workOutAll = async (): Promise<unknown> => {
  const clock = new ManualClock(askedAtMs);
  const config = readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
  const storage = new Storage(folder, clock, silent);
  storage.start();
  const { directory, dayTree, closedDayFigures, audit, stopFigures } = createPlant({
    config,
    storage,
    resources,
    clock,
    log: silent,
  });
  await directory.load();
  while (keepDayHashes(dayTree, storage.writer, 100) > 0);
  while (closedDayFigures.step());
  await audit.stop();
  stopFigures();
  storage.stop();
  const sqlite = new Database(join(folder, 'figures.db'), { readonly: true });
  const kinds = sqlite.prepare('select kind from figure where period > 1000 group by kind order by kind').pluck().all();
  sqlite.close();
  return kinds;
};

const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const { access_token } = await loginAt(plant.url, 'admin');
  const reply = await askAt(plant.url, `/api/plant/${path}`, { method, headers: bearer(access_token), ...(body && { body }) });
  if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status} ${reply.text.slice(0, 400)}`);
  return reply.body as Record<string, unknown>;
};
type Unit = Record<string, unknown> & { meta: Record<string, unknown>; subCategoryId: string };
const changeUnit = async (id: string, change: (unit: Unit) => Partial<Unit>): Promise<void> => {
  const unit = (await call('GET', `units/${id}`)) as Unit;
  await call('PUT', `units/${id}`, { ...unit, ...change(unit) });
};

beforeAll(async () => {
  writeFileSync(join(folder, 'headworks.db'), brotliDecompressSync(readFileSync(databaseFile)));
  plant = await startFrozen(folder, askedAtMs);
});
afterAll(async () => {
  await plant.stop();
  rmSync(root, { recursive: true, force: true });
});

const changes: [string, () => Promise<void>][] = [
  [
    'the shift day begins at another hour from tomorrow',
    async () => {
      const { version } = await call('GET', 'industry');
      const shift = { validFrom: '13/11/2026', timezone: 'Asia/Kolkata', startAt: '07:00:00', endAt: '07:00:00', shiftName: '' };
      await call('PUT', 'industry/shift', { version, ...shift });
    },
  ],
  [
    'a reading of a closed day is corrected',
    async () => {
      const note = 'read from the display';
      await call('POST', 'readings/manual', {
        unitId: 'demo-line3',
        from: '2026-10-14T06:00:00Z',
        values: [90_000],
        note,
        confirmed: true,
      });
    },
  ],
  [
    'a limit of quality is another one',
    () =>
      changeUnit('demo-treatedQuality', ({ meta }) => {
        const params = meta.params as Record<string, object>;
        const narrowed = Object.entries(params).map(([name, param]) => [name, { ...param, lt: 0, ht: 0.001 }]);
        return { meta: { ...meta, params: Object.fromEntries(narrowed) } };
      }),
  ],
  [
    'water costs something else',
    async () => {
      const { facts, version } = (await call('GET', 'industry/facts')) as { facts: { tariffs: object }; version: number };
      const dearer = { ratePerKWh: 99, energy: [], waterPerKL: { surface: 77, ground: 78, third_party: 79, recycled: 80 } };
      await call('PUT', 'industry/facts', { version, facts: { ...facts, tariffs: { ...facts.tariffs, ...dearer } } });
    },
  ],
  ['a unit has another name', () => changeUnit('demo-line1', () => ({ name: 'First line' }))],
  [
    'a unit counts elsewhere',
    async () => {
      const { subCategoryId } = (await call('GET', 'units/demo-canteen')) as Unit;
      await changeUnit('demo-line3', () => ({ subCategoryId }));
    },
  ],
  [
    'a category has another name',
    async () => {
      const { categories } = (await call('GET', 'categories')) as { categories: { id: string; displayName: string }[] };
      for (const { subCategories: _, ...category } of categories as (object & { id: string; subCategories?: unknown })[])
        await call('PUT', `categories/${category.id}`, { ...category, displayName: `Other ${category.id}` });
    },
  ],
];

describe('a plant that keeps what closed days come to', () => {
  it('is asked enough', () => expect(asked.length).toBeGreaterThan(40));

  it.each(changes)('answers as one that kept nothing once %s', async (_, change) => {
    const before = await answersOf(plant);
    await change();
    const after = await answersOf(plant);
    expect(after).toEqual(await anewAnswers());
    expect(after).not.toEqual(before);
  });

  it('answers as one that kept nothing where all was worked out before anybody asked', async () => {
    await plant.stop();
    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `figures.db${end}`), { force: true });
    const kinds = ['both 1', 'demand 2', 'fill 1', 'kept 2', 'load 1', 'night 3', 'pump run 3', 'quarters 1', 'whole day 3'];
    expect(await workOutAll()).toEqual(kinds);
    plant = await startFrozen(folder, askedAtMs);
    expect(await answersOf(plant)).toEqual(await anewAnswers());
  });

  it('answers as one that kept nothing after its restart too', async () => {
    await plant.stop();
    plant = await startFrozen(folder, askedAtMs);
    expect(await answersOf(plant)).toEqual(await anewAnswers());
  });
});
