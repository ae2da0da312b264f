import { enableCompileCache, flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { jobSetting } from '../contract/process/jobs.ts';
import type { JobLine } from './work.ts';

/** Electron's end of the line to the shell; absent in a process that the server forked. */
type ParentPort = {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
};
const parentPort = (process as NodeJS.Process & { parentPort?: ParentPort }).parentPort;

/** Without the server there is no use for the results. */
process.once('disconnect', () => process.exit(0));

const line: JobLine = parentPort
  ? {
      post: (report) => parentPort.postMessage(report),
      onOrder: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    }
  : {
      post: (report) => void process.send?.(report),
      onOrder: (listener) => void process.on('message', listener),
    };

const [, , asked = '', cacheFolder] = process.argv;
if (cacheFolder) enableCompileCache(cacheFolder);
const setting = jobSetting.parse(JSON.parse(asked));
const { ownMemory, serveWork, watchMemory } = await import('./work.ts');
const { createKinds } = await import('./kinds.ts');
// polling and answers go first on the few cores of a control-room PC
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
watchMemory(setting);
const memory = ownMemory(setting);
serveWork(
  line,
  createKinds(setting, (damage) => line.post({ type: 'damaged', damage })),
  {
    ...memory,
    tidy: () => {
      memory.tidy();
      // a process without work is killed, and what is kept at an end never was
      flushCompileCache();
    },
  },
);
