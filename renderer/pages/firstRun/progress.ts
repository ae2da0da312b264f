import { z } from 'zod';
import { keepIn } from '../../api/keepIn.ts';
import { type MeterPlace, readPlace } from '../commissioning/meter/place.ts';

/** Steps of the first run, in their order; the first four are one request, and before it nobody is signed in. */
export const firstSteps = ['code', 'owner', 'language', 'plant', 'network', 'backup', 'meter'] as const;
export type FirstStep = (typeof firstSteps)[number];
export const beforeOwner: readonly FirstStep[] = ['code', 'owner', 'language', 'plant'];

const kept = z.object({
  /** Epoch ms of the plant's clock. */
  startedMs: z.number(),
  /** When each step was done first. */
  done: z.partialRecord(z.enum(firstSteps), z.number()),
  /** How far the first meter is. */
  place: z.record(z.string(), z.unknown()).optional(),
});
export type Progress = Omit<z.infer<typeof kept>, 'place'> & { place?: MeterPlace };

const key = 'headworks.firstRun';
const draftKey = 'headworks.firstRun.draft';

/** How far this browser is: without any secret, so that the first run can be left and continued. */
export const readProgress = (storage: Storage, nowMs: number): Progress => {
  const stored = storage.getItem(key);
  if (stored !== null) {
    try {
      const { place, ...rest } = kept.parse(JSON.parse(stored));
      return { ...rest, ...(place === undefined ? {} : { place: readPlace(place) }) };
    } catch {
      storage.removeItem(key);
    }
  }
  return { startedMs: nowMs, done: {} };
};

export const isUnderWay = (storage: Storage): boolean => storage.getItem(key) !== null;

export const saveProgress = (storage: Storage, progress: Progress): Progress => {
  keepIn(storage, key, JSON.stringify(progress));
  return progress;
};

/** With one more step done; one that was done before keeps its time. */
export const withDone = (progress: Progress, step: FirstStep, nowMs: number): Progress => ({
  ...progress,
  done: { ...progress.done, [step]: progress.done[step] ?? nowMs },
});

/** What was typed before there is an owner, without code and password. */
export const readDraft = (storage: Storage): Record<string, string> => {
  const all = z.record(z.string(), z.string());
  try {
    return all.parse(JSON.parse(storage.getItem(draftKey) ?? '{}'));
  } catch {
    return {};
  }
};

export const saveDraft = (storage: Storage, draft: Record<string, string>): boolean =>
  keepIn(storage, draftKey, JSON.stringify(draft));
export const forgetDraft = (storage: Storage): void => storage.removeItem(draftKey);

export const forgetProgress = (storage: Storage): void => {
  storage.removeItem(key);
  forgetDraft(storage);
};

/** The step before the owner that was left; those before it are done. */
export const leftAt = ({ done }: Progress): FirstStep => beforeOwner.find((step) => done[step] === undefined) ?? 'plant';

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
