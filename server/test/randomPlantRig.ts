import fc from 'fast-check';
import { expect } from 'vitest';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { createReadings } from '../features/readings/create.ts';
import { Calendars } from '../plantModel/calendars.ts';
import { sessionsOf, someCaller, startRig } from './httpRig.ts';
import { type MadePlant, madePlant, type PlainAmount } from './randomPlant.ts';

/** Looks at so many plants, each made of a number that a failure names. */
export const ofRandomPlants = (runs: number, look: (made: MadePlant) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async (seed) => {
      const made = await madePlant(seed);
      try {
        await look(made);
      } finally {
        await made.rig.close();
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );

export type Ask = (path: string) => Promise<{ body: unknown; text: string }>;

/** Asks the readings of a made plant over HTTP, by paths from `/api` on, as somebody who may see all of them. */
export const withReadings = async ({ plant, rig }: MadePlant, use: (ask: Ask) => Promise<void>): Promise<void> => {
  const readings = createReadings({
    ...{ directory: plant, reader: rig.reader, calendars: new Calendars(plant), ingest: rig.ingest, clock: rig.clock },
    scheduler: new CooperativeScheduler(),
    troubles: () => () => null,
    dischargeIds: async () => new Set<string>(),
  });
  const caller = someCaller({ permissions: new Set(['COMMISSIONING']) });
  const http = await startRig(readings.routes, { clock: rig.clock, sessions: sessionsOf({ asha: { caller, panel: false } }) });
  const ask: Ask = async (path) => {
    const { status, body, text } = await http.ask(`/api${path}`, { headers: { authorization: 'Bearer asha' } });
    expect(status, `${path} ${text}`).toBe(200);
    return { body, text };
  };
  try {
    await use(ask);
  } finally {
    await http.stop();
  }
};

/** Completeness in percent, to a tenth; 100 where nothing is missing alone. */
export const percentOf = ({ complete, expected }: Pick<PlainAmount, 'complete' | 'expected'>): number => {
  if (expected <= 0) return 0;
  if (complete >= expected) return 100;
  return Math.min(99.9, Math.round((1000 * complete) / expected) / 10);
};
