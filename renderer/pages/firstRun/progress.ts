import { z } from 'zod';

/** Steps of the first run, in their order; the first four are one request, and before it nobody is signed in. */
export const firstSteps = ['code', 'owner', 'language', 'plant', 'network', 'backup', 'meter'] as const;
export type FirstStep = (typeof firstSteps)[number];
export const beforeOwner: readonly FirstStep[] = ['code', 'owner', 'language', 'plant'];

const kept = z.object({
  /** Epoch ms of the plant's clock. */
  startedMs: z.number(),
  /** When each step was done. */
  done: z.partialRecord(z.enum(firstSteps), z.number()),
  put: z.array(z.enum(firstSteps)),
});
export type Progress = z.infer<typeof kept>;

const key = 'headworks.firstRun';

/** How far this browser is: without any secret, so that the first run can be left and continued. */
export const readProgress = (storage: Storage, nowMs: number): Progress => {
  const stored = storage.getItem(key);
  if (stored !== null) {
    try {
      return kept.parse(JSON.parse(stored));
    } catch {
      storage.removeItem(key);
    }
  }
  const fresh: Progress = { startedMs: nowMs, done: {}, put: [] };
  storage.setItem(key, JSON.stringify(fresh));
  return fresh;
};

export const isUnderWay = (storage: Storage): boolean => storage.getItem(key) !== null;

export const saveProgress = (storage: Storage, progress: Progress): Progress => {
  storage.setItem(key, JSON.stringify(progress));
  return progress;
};

export const forgetProgress = (storage: Storage): void => storage.removeItem(key);

/** How long each done step took, ms, in the order they were done. */
export const timesOf = ({ startedMs, done }: Progress): { step: FirstStep; ms: number }[] => {
  const ordered = firstSteps
    .flatMap((step) => {
      const at = done[step];
      return at === undefined ? [] : [{ step, at }];
    })
    .sort((a, b) => a.at - b.at);
  return ordered.map(({ step, at }, index) => ({ step, ms: at - (ordered[index - 1]?.at ?? startedMs) }));
};
