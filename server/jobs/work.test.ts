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

it.each([
  ['ENOSPC', 'storageFull'],
  ['EDQUOT', 'storageFull'],
  ['SQLITE_FULL', 'storageFull'],
  ['EIO', 'server'],
])('says of work that met %s that it is %s', async (code, fault) => {
  const reports: JobReport[] = [];
  const orders: ((order: unknown) => void)[] = [];
  const write = () => Promise.reject(Object.assign(new Error('a write of it failed'), { code }));
  serveWork(
    { post: (report) => reports.push(report), onOrder: (listener) => orders.push(listener) },
    new Map([['write', write]]),
    { isFull: () => false, tidy: () => undefined },
  );
  orders[0]?.({ type: 'work', id: 1, kind: 'write', input: null });
  await expect.poll(() => reports.at(-1)).toEqual({ type: 'failed', id: 1, fault, message: 'a write of it failed' });
});
