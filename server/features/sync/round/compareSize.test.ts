import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type CompareRequest, compareAnswer, compareRequest } from '../../../contract/hub/exchange.ts';
import { ManualClock } from '../../../core/clock.ts';
import { daysOf, monthOfDay } from '../../../core/months.ts';
import { type Leaf, unequalLeaves, unequalNodes } from '../../../core/sync/blocks.ts';
import type { WantedDay } from '../model.ts';
import { PieceSize } from '../pieceSize.ts';
import type { AskPlant } from '../questions.ts';
import type { RoundParts } from './roundParts.ts';
import { sendDays } from './sendDays.ts';

const SERIES = 1000;
const LAST_DAY = 20_779;
const DAYS = 3650;
/** Older than the months that a statement names. */
const DIFFERENT_DAY = LAST_DAY - 3000;
const days = Array.from({ length: DAYS }, (_, index) => LAST_DAY - index);
const months = [...new Set(days.map(monthOfDay))].toSorted((a, b) => a - b);
const hashOf = (...of: (string | number)[]): string => hash('sha256', of.join(' '));

/** What one side has: ten years of 1,000 series, in which one block has a later revision here. */
const side = (revision: number) => {
  const leaves = (day: number): Leaf[] =>
    Array.from({ length: SERIES }, (_, index) => {
      const its = day === DIFFERENT_DAY && index === 417 ? revision : 1;
      return { uid: hashOf('series', index).slice(0, 32), day, revision: its, hash: hashOf(day, index, its) };
    });
  const of = (day: number): number => (day === DIFFERENT_DAY ? revision : 1);
  const dayNode = (day: number): [number, string] => [day, hashOf('day', day, of(day))];
  const monthNode = (month: number): [number, string] => [
    month,
    hashOf('month', month, month === monthOfDay(DIFFERENT_DAY) ? revision : 1),
  ];
  return {
    leaves,
    months: () => months.map(monthNode),
    days: (asked: number[]) => days.filter((day) => asked.includes(monthOfDay(day))).map(dayNode),
  };
};

it('ten years of 1,000 series in which one block differs are compared in three requests beside the hello, of less than 150 KB', async () => {
  const [plant, hub] = [side(2), side(1)];
  const sent: { asked: CompareRequest['level']; bytes: number }[] = [];
  const answerOf = (asked: CompareRequest): object => {
    if (asked.level === 'month') return { level: 'month', unequal: unequalNodes(asked.months, hub.months()) };
    if (asked.level === 'day') {
      const stretches = [...new Set(asked.days.map(([day]) => monthOfDay(day)))];
      const held = hub
        .days(stretches)
        .filter(([day]) => stretches.some((month) => day >= daysOf(month).fromDay && day <= daysOf(month).toDay));
      return { level: 'day', unequal: unequalNodes(asked.days, held) };
    }
    if (asked.level === 'leaf') return { level: 'leaf', unequal: unequalLeaves(asked.leaves, hub.leaves(asked.day)) };
    throw new Error(asked.level);
  };
  const client = {
    piece: new PieceSize(),
    ask: async ({ body }: { body: unknown }) => {
      const text = JSON.stringify(body);
      const asked = compareRequest.parse(JSON.parse(text));
      const answer = JSON.stringify(answerOf(asked));
      sent.push({ asked: asked.level, bytes: text.length + answer.length });
      return compareAnswer.parse(JSON.parse(answer));
    },
  };
  const wanted: WantedDay[][] = [];
  const stop = new Error('what would be sent is known');
  const ask = async (what: string, question: { months?: number[]; day?: number; days?: WantedDay[] }) => {
    if (what === 'months') return plant.months();
    if (what === 'days') return plant.days(question.months ?? []);
    if (what === 'leaves') return plant.leaves(question.day ?? 0);
    wanted.push(question.days ?? []);
    throw stop;
  };
  const parts = {
    ...{ client, ask: ask as unknown as AskPlant, clock: new ManualClock(0), signal: AbortSignal.timeout(60_000) },
    ...{
      store: { refusals: () => [], resting: () => new Set() },
      outgoing: { folder: '' },
      hub: { share: {} },
      statement: () => ({ seq: 1, signed: {} }),
    },
  } as unknown as RoundParts;
  const limits = { maxBundleBytes: 67_108_864, maxChunkBytes: 262_144 };
  await expect(sendDays(parts, { id: 'DEMO', months: [], older: true }, limits)).rejects.toBe(stop);
  expect(wanted).toEqual([
    [{ industry: 'DEMO', day: DIFFERENT_DAY, uids: [plant.leaves(DIFFERENT_DAY)[417]?.uid], without: [] }],
  ]);
  expect(sent.map(({ asked }) => asked)).toEqual(['month', 'day', 'leaf']);
  expect(sent.reduce((all, { bytes }) => all + bytes, 0)).toBeLessThan(150_000);
});
