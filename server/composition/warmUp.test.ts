import { afterEach, describe, expect, it, vi } from 'vitest';
import { plantOverview } from '../contract/plant/overview.ts';
import { landingUserData } from '../contract/user/landing.ts';
import { Failure } from '../core/fail.ts';
import type { Route } from '../http/route.ts';
import { silent } from '../test/httpRig.ts';
import { TestPlant } from '../test/testPlant.ts';
import { WarmUp } from './warmUp.ts';

type Asked = { path: string; query: unknown; industryId: string | undefined };

/** Half past five in the morning in Kolkata: the shift day of the 19th runs until six. */
const clock = { now: () => Date.parse('2026-06-20T00:00:00Z'), monotonicMs: () => 0 };

/** A plant of one unit whose pages note that they were asked. */
const plantThat = (answers: (asked: Asked) => unknown) => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']).addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's' });
  const asked: Asked[] = [];
  const routes = [plantOverview, landingUserData].map(
    (row): Route => ({
      row,
      handle: ({ query }, { caller }) => {
        const one = { path: row.path, query, industryId: caller?.industryId };
        asked.push(one);
        return answers(one);
      },
    }),
  );
  const errors: unknown[] = [];
  const log = { ...silent, debug: ({ err }: { err?: unknown }) => void errors.push(err) };
  return { plant, asked, errors, warmUp: new WarmUp({ routes, directory: plant, clock, log }) };
};

afterEach(() => void vi.useRealTimers());

describe('after a start the server', () => {
  it('asks itself what people ask first, of the shift day that runs, and one that fails does not end the others', async () => {
    const { asked, errors, warmUp } = plantThat(() => {
      throw new Failure('noData', 'none');
    });
    await warmUp.run();
    expect(asked.map(({ path, industryId }) => [path, industryId])).toEqual([
      [plantOverview.path, 'DEMO'],
      ...Array.from({ length: 3 }, () => [landingUserData.path, 'DEMO']),
    ]);
    expect(asked.slice(1).map(({ query }) => query)).toEqual(
      ['DAY', 'MONTH', 'YEAR'].map((type) => expect.objectContaining({ type, date: '2026-06-19' })),
    );
    expect(errors).toHaveLength(4);
  });

  it('holds answers against what is published, as for people', async () => {
    const { errors, warmUp } = plantThat(() => ({ is: 'no answer' }));
    await warmUp.run();
    expect(errors.map(String)).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('does not fit its schema')));
  });

  it('asks nothing of an industry that is disabled, or has no units', async () => {
    const { plant, asked, warmUp } = plantThat(() => undefined);
    const [industry] = plant.industries();
    vi.spyOn(plant, 'industries').mockReturnValue(
      industry
        ? [
            { ...industry, disabled: true },
            { ...industry, id: 'EMPTY' },
          ]
        : [],
    );
    await warmUp.run();
    expect(asked).toEqual([]);
  });

  it('leaves the first seconds to polling and to people, and asks no more once it stops', async () => {
    vi.useFakeTimers();
    const answering = Promise.withResolvers<void>();
    const { asked, warmUp } = plantThat(() => answering.promise);
    warmUp.start();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked).toHaveLength(1);
    let isStopped = false;
    const stopping = warmUp.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isStopped).toBe(false);
    answering.resolve();
    await stopping;
    expect(asked).toHaveLength(1);
  });

  it('asks nothing where it is stopped before', async () => {
    vi.useFakeTimers();
    const { asked, warmUp } = plantThat(() => undefined);
    warmUp.start();
    await warmUp.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
  });
});
