import { z } from 'zod';

const jobId = z.number().int().positive();

/** Server to shell. The job messages ask the shell for processes that the desktop's runtime does not let the server start. */
export const serverToShell = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), url: z.string() }),
  z.object({ type: z.literal('fatal'), message: z.string() }),
  z.object({ type: z.literal('jobStart'), jobId, args: z.array(z.string()), execArgv: z.array(z.string()) }),
  z.object({ type: z.literal('jobSend'), jobId, message: z.unknown() }),
  z.object({ type: z.literal('jobKill'), jobId }),
]);
export type ServerToShell = z.infer<typeof serverToShell>;

/** Shell to server. */
export const shellToServer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('jobMessage'), jobId, message: z.unknown() }),
  z.object({ type: z.literal('jobExit'), jobId, code: z.number().int() }),
]);
export type ShellToServer = z.infer<typeof shellToServer>;
