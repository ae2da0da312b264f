import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopbackHost } from '../../server/contract/model/loopbackHost.ts';
import { OWN_CONNECTION } from '../../server/contract/process/connection.ts';
import { INSTANCE_HEADER, RUNNING_SERVER_FILE, type RunningServer, runningServer } from '../../server/contract/process/shell.ts';

const ANSWER_WITHIN_MS = 3000;
const HEALTH = '/api/plant/health';

/** What the file of a folder says; undefined where there is none, or it is no such file. Only an address of this machine is believed. */
export const readRunning = (folder: string): RunningServer | undefined => {
  try {
    const found = runningServer.parse(JSON.parse(readFileSync(join(folder, RUNNING_SERVER_FILE), 'utf8')));
    return isLoopbackHost(new URL(found.url).hostname) ? found : undefined;
  } catch {
    return undefined;
  }
};

/** Whether the server of an address has an owner. @throws whatever kept it from saying so */
export const isSetUp = async (url: string): Promise<boolean> => {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const reply = await fetch(new URL('/api/plant/setup', url), { signal, headers: OWN_CONNECTION });
  return ((await reply.json()) as { required?: unknown }).required === false;
};

/** Whether the server of the file answers there: another program on its port does not know the name of that run. */
export const answers = async ({ url, instance }: RunningServer): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const reply = await fetch(new URL(HEALTH, url), { signal, redirect: 'error', headers: OWN_CONNECTION });
    return reply.headers.get(INSTANCE_HEADER) === instance;
  } catch {
    return false;
  }
};

/** The first server that runs for one of these folders. */
export const findRunning = async (folders: readonly string[]): Promise<RunningServer | undefined> => {
  for (const folder of folders) {
    const found = readRunning(folder);
    if (found && (await answers(found))) return found;
  }
  return undefined;
};

/** Where a server of the operating system's service manager says that it runs. */
export const serviceFolders = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] =>
  platform === 'win32' ? [join(env.ProgramData ?? 'C:\\ProgramData', 'Headworks')] : ['/run/headworks', '/var/lib/headworks'];
