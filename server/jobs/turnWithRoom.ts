import { setImmediate as nextTurn } from 'node:timers/promises';
import { assertLeft } from '../db/diskRoom.ts';

/** A pause of work that copies or unpacks beside a plant which measures: it goes on only while the disk has room for that. */
export const turnWithRoom =
  (dataFolder: string, signal: AbortSignal): (() => Promise<void>) =>
  async () => {
    await nextTurn();
    signal.throwIfAborted();
    assertLeft(dataFolder);
  };
