import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 10;
/** A limit for what never comes: a busy machine takes its time. */
const LONGEST_MS = 60_000;

/** Waits for what comes after an answer: a message, an SMS. Returns also where it never comes, for the test to say so. */
export const until = async (isSo: () => boolean): Promise<void> => {
  for (let ms = 0; !isSo() && ms < LONGEST_MS; ms += EVERY_MS) await wait(EVERY_MS);
};
