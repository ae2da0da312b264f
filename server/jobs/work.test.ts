import { expect, it } from 'vitest';
import type { JobReport } from '../contract/process/jobs.ts';
import { serveWork } from './work.ts';

it('gives back what orders left when the last of them is answered, also when it failed', async () => {
  const reports: string[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const orders: ((order: unknown) => void)[] = [];
  const answered = (count: number) =>
    expect.poll(() => reports.filter((one) => one !== 'ready' && one !== 'tidy')).toHaveLength(count);
  serveWork(
    { post: ({ type }: JobReport) => reports.push(type), onOrder: (listener) => orders.push(listener) },
    new Map([
      [
        'hold',
        (id: unknown) =>
          new Promise((done, fail) => ends.set(Number(id), (error?: Error) => (error === undefined ? done(id) : fail(error)))),
      ],
    ]),
    { isFull: () => false, tidy: () => reports.push('tidy') },
  );
  for (const id of [1, 2]) orders[0]?.({ type: 'work', id, kind: 'hold', input: id });

  ends.get(1)?.();
  await answered(1);
  expect(reports).toEqual(['ready', 'done']);

  ends.get(2)?.(new Error('no paper'));
  await answered(2);
  expect(reports).toEqual(['ready', 'done', 'failed', 'tidy']);
});
