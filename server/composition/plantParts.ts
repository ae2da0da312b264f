import type { Config } from '../config.ts';
import type { Clock } from '../core/clock.ts';
import type { Jobs } from '../core/jobs.ts';
import type { Log } from '../core/log.ts';
import type { Storage } from '../storage.ts';

export type PlantParts = {
  config: Config;
  storage: Storage;
  resources: string;
  /** Absent where nothing is served, as when a demo is made. */
  jobs?: Jobs;
  clock: Clock;
  log: Log;
};
