import { z } from 'zod';
import { systemClock } from '../core/clock.ts';
import { headsOf, selfTest } from '../features/storage/index.ts';
import type { OpenReading } from './openReading.ts';
import type { Work } from './work.ts';

const order = z.object({ heads: headsOf });

/** Work of kind `selfTest`: what is wrong with what is stored. */
export const selfTestWork =
  (open: () => OpenReading): Work =>
  async (input) =>
    selfTest(open().sqlite, order.parse(input).heads, () => systemClock.monotonicMs());
