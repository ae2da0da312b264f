import type { JobSetting } from './contract/process/jobs.ts';
import type { Log } from './core/log.ts';
import { ForkHost } from './jobs/forkHost.ts';
import { JobPool } from './jobs/pool.ts';
import { ShellHost, type ShellLine } from './jobs/shellHost.ts';

const JOB_MEMORY_BYTES = 400 * 1_048_576;

/** Job processes only read the database; in the desktop the shell starts them. */
export const createJobs = (
  folders: Pick<JobSetting, 'dataFolder' | 'resources'>,
  { shell, log }: { shell?: ShellLine | undefined; log: Log },
): JobPool => {
  const setting: JobSetting = { ...folders, memoryBytes: JOB_MEMORY_BYTES };
  return new JobPool({ host: shell ? new ShellHost(shell, setting) : new ForkHost(setting), log });
};
