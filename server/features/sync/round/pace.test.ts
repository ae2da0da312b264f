/** Sync takes a twentieth of a core while it catches up, and nobody who waits for it waits for that. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { blocksOf, share, started, stateOf } from '../../../test/sync/syncedPlant.ts';
import type { AskPlant } from '../questions.ts';
import { askAtPace, MOST_SHARE, Pace } from './pace.ts';

type Piece = { fromMs: number; toMs: number };
/** Processor time of these pieces within a stretch of time. */
const within = (pieces: readonly Piece[], fromMs: number, toMs: number): number =>
  pieces.reduce((sum, piece) => sum + Math.max(0, Math.min(piece.toMs, toMs) - Math.max(piece.fromMs, fromMs)), 0);

describe('the processor time of sync', () => {
  const work = fc.record({ workMs: fc.integer({ min: 1, max: 5000 }), pauseMs: fc.integer({ min: 0, max: 60_000 }) });

  it('is never more than a twentieth of any stretch of time and one piece of work', () => {
    fc.assert(
      fc.property(fc.array(work, { minLength: 1, maxLength: 40 }), (all) => {
        const pace = new Pace();
        const pieces: Piece[] = [];
        let nowMs = 0;
        for (const { workMs, pauseMs } of all) {
          nowMs += pauseMs;
          nowMs += pace.restMs(nowMs);
          pieces.push({ fromMs: nowMs, toMs: nowMs + workMs });
          nowMs += workMs;
          pace.worked(workMs, nowMs);
        }
        const longest = Math.max(...all.map(({ workMs }) => workMs));
        for (const [index, { fromMs }] of pieces.entries())
          for (const { toMs } of pieces.slice(index))
            expect(within(pieces, fromMs, toMs)).toBeLessThanOrEqual(MOST_SHARE * (toMs - fromMs) + longest);
      }),
    );
  });

  it('is rested for before the next question, once, and not by what waited anyway', async () => {
    const clock = new ManualClock(0);
    const rests: number[] = [];
    const ask: AskPlant = async (_what, _question, _signal, worked) => {
      clock.advance(100);
      worked?.(100);
      return [] as never;
    };
    const rest = async (ms: number): Promise<void> => {
      rests.push(ms);
      clock.advance(ms);
    };
    const { signal } = new AbortController();
    const paced = askAtPace(ask, { pace: new Pace(), clock, rest, hurry: signal });
    const once = () => paced('months', { industry: 'A' }, signal);
    await once();
    expect(rests).toEqual([]);
    await once();
    const [restMs = 0] = rests;
    expect(restMs).toBeGreaterThanOrEqual(100 / MOST_SHARE - 100);
    clock.advance(restMs);
    await once();
    expect(rests).toEqual([restMs]);
  });
});

/** A plant whose rests end with their signal alone. */
const resting = async () => {
  const rests: number[] = [];
  const begun = Promise.withResolvers<void>();
  const plant = await started(undefined, undefined, {
    rest: (ms, signal) => {
      rests.push(ms);
      begun.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  return { ...plant, rests, isResting: () => begun.promise };
};

describe('a round that nobody waits for', () => {
  it('rests between its pieces and sends everything', async () => {
    let restedMs = 0;
    const plant = await started(undefined, undefined, {
      rest: async (ms) => {
        restedMs += ms;
      },
    });
    const { hub, sync, sqlite } = plant;
    hub.isConfirmed = false;
    await plant.pair();
    hub.isConfirmed = true;
    sync.beginAtPace();
    await sync.settled();
    expect(stateOf(plant)).toMatchObject({ lastError: null, running: false, resting: false });
    expect(hub.blocks).toBe(blocksOf(sqlite));
    expect(restedMs).toBeGreaterThan(0);
  });

  it('is ended in its rest when the server stops, and goes on from there', async () => {
    const plant = await resting();
    const { hub, sync, isResting, sqlite, rests } = plant;
    hub.isConfirmed = false;
    await plant.pair();
    hub.isConfirmed = true;
    sync.beginAtPace();
    await isResting();
    await sync.stop();
    expect(stateOf(plant)).toMatchObject({ lastError: null, failures: 0 });
    expect(rests.length).toBe(1);
    await plant.round(plant.create());
    expect(hub.blocks).toBe(blocksOf(sqlite));
  });

  it('goes on without rests once a person wants to send, or to write a stick; one that does not rest is in their way', async () => {
    const plant = await resting();
    const { hub, sync, isResting, sqlite, rests } = plant;
    hub.isConfirmed = false;
    await plant.pair();
    hub.isConfirmed = true;
    sync.beginAtPace();
    expect(stateOf(plant)).toMatchObject({ running: true, resting: true });
    expect(() => sync.beginAtPace()).toThrow('A round is under way');
    await isResting();
    expect(sync.begin()).toMatchObject({ running: true, resting: false });
    expect(() => sync.begin()).toThrow('A round is under way');
    await sync.settled();
    expect(rests.length).toBe(1);
    expect(hub.blocks).toBe(blocksOf(sqlite));

    plant.clock.advance(60_000);
    sync.beginAtPace();
    const { signal } = new AbortController();
    await expect(sync.export({ folder: plant.dataFolder }, signal)).rejects.toMatchObject({ code: 'conflict' });
    expect(stateOf(plant).resting).toBe(false);
    await sync.settled();
    const { files } = await sync.export({ folder: plant.dataFolder }, signal);
    expect(files.length).toBeGreaterThan(0);
  });

  it.for(['begin', 'pair'] as const)('is not what a person begins (%s)', async (how) => {
    const plant = await resting();
    const { hub, sync, rests } = plant;
    if (how === 'pair') await plant.pair();
    else {
      hub.isConfirmed = false;
      await plant.pair();
      hub.isConfirmed = true;
      await plant.round();
    }
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { share } });
    expect(sync.state().industries.length).toBeGreaterThan(0);
    expect(rests).toEqual([]);
  });
});
