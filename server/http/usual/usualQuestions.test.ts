import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contract/endpoint.ts';
import { ManualClock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/time.ts';
import { silent } from '../../test/httpRig.ts';
import { UsualQuestions } from './usualQuestions.ts';

const row = endpoint({
  base: 'user',
  method: 'get',
  path: '/page',
  summary: 'x',
  auth: 'access',
  limit: 'none',
  prepared: true,
  faults: [],
  query: z.object({ date: z.string(), type: z.string().optional() }),
  reply: z.object({}),
});

let folder: string;
let clock: ManualClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usual-'));
  clock = new ManualClock(Date.parse('2026-06-20T10:00:00Z'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dmy = (): string => new Date(clock.now()).toISOString().slice(0, 10).split('-').reverse().join('/');
const fileOf = (): string => join(folder, 'usual-questions.json');
const start = (): UsualQuestions => {
  const usual = new UsualQuestions({ file: fileOf(), today: dmy, clock, log: silent });
  usual.start();
  return usual;
};
/** Those of the next life. */
const afterRestart = () => {
  const next = start();
  const found = next.all();
  next.stop();
  return found;
};

it('are asked after a restart as they are asked on that day', () => {
  const usual = start();
  usual.note(row, 'one', { date: '20/06/2026', type: 'DAY' });
  usual.stop();
  clock.advance(2 * DAY_MS);
  expect(afterRestart()).toEqual([{ path: '/api/user/page', industryId: 'one', query: { date: '22/06/2026', type: 'DAY' } }]);
});

it('come in the order of how often they were asked, of each industry by itself', () => {
  const usual = start();
  for (const industryId of ['one', 'two', 'two', 'three', 'three', 'three']) usual.note(row, industryId, { date: dmy() });
  usual.stop();
  expect(afterRestart().map(({ industryId }) => industryId)).toEqual(['three', 'two', 'one']);
});

it.each([
  ['of a day that is over', { date: '19/06/2026' }],
  ['with another date beside today', { date: '20/06/2026', type: 'since 01/06/2026' }],
  ['with a parameter that came twice', { date: ['20/06/2026', '20/06/2026'] }],
  ['too long to keep', { date: '20/06/2026', type: 'x'.repeat(301) }],
])('leave out a question %s', (_, query) => {
  const usual = start();
  usual.note(row, 'one', query);
  expect(usual.all()).toEqual([]);
  usual.stop();
});

it('keep nothing that the row does not name, such as a token in the address', () => {
  const usual = start();
  usual.note(row, 'one', { date: '20/06/2026', jwt: 'a-secret' });
  usual.stop();
  expect(readFileSync(fileOf(), 'utf8')).not.toContain('secret');
  expect(afterRestart()).toHaveLength(1);
});

it('are forgotten when nobody asked for seven days, also where the clock went back', () => {
  const usual = start();
  usual.note(row, 'one', { date: dmy() });
  usual.stop();
  clock.advance(6 * DAY_MS);
  expect(afterRestart()).toHaveLength(1);
  clock.advance(DAY_MS);
  expect(afterRestart()).toEqual([]);
  clock.advance(-15 * DAY_MS);
  expect(afterRestart()).toEqual([]);
});

it('are at most a hundred, those that were asked last', () => {
  const usual = start();
  for (let at = 0; at < 130; at += 1) {
    clock.advance(1000);
    usual.note(row, `plant ${at}`, { date: dmy() });
  }
  usual.stop();
  const kept = afterRestart().map(({ industryId }) => industryId);
  expect(kept).toHaveLength(100);
  expect(kept).toContain('plant 129');
  expect(kept).not.toContain('plant 29');
});

it('are written when there is a new one and not with each request', () => {
  const usual = start();
  usual.note(row, 'one', { date: dmy() });
  usual.stop();
  writeFileSync(fileOf(), readFileSync(fileOf(), 'utf8').replace('"times":1', '"times":7'));
  const next = start();
  next.note(row, 'one', { date: dmy() });
  next.stop();
  expect(readFileSync(fileOf(), 'utf8')).toContain('"times":7');
});

it.each([
  ['missing', undefined],
  ['cut', '[{"path":"/api/us'],
  ['of another form', '{"path":1}'],
  ['empty', ''],
])('are none where the file is %s, and are kept anew', (_, text) => {
  if (text !== undefined) writeFileSync(fileOf(), text);
  const usual = start();
  expect(usual.all()).toEqual([]);
  usual.note(row, 'one', { date: dmy() });
  usual.stop();
  expect(afterRestart()).toHaveLength(1);
});

it('say how long ago somebody asked, also of a question that is not kept', () => {
  const usual = start();
  const neverMs = usual.askedAgoMs();
  usual.note(row, 'one', { date: '19/06/2026' });
  clock.advance(70);
  expect([neverMs, usual.askedAgoMs()]).toEqual([Number.POSITIVE_INFINITY, 70]);
  usual.stop();
});

it('cost no answer where they cannot be written', () => {
  const usual = new UsualQuestions({ file: join(folder, 'no folder', 'file.json'), today: dmy, clock, log: silent });
  usual.start();
  usual.note(row, 'one', { date: dmy() });
  usual.stop();
  expect(usual.all()).toHaveLength(1);
});
