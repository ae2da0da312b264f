import { z } from 'zod';

/** Server to shell. */
export const serverToShell = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), url: z.string() }),
  z.object({ type: z.literal('fatal'), message: z.string() }),
]);
export type ServerToShell = z.infer<typeof serverToShell>;

/** Shell to server. */
export const shellToServer = z.discriminatedUnion('type', [z.object({ type: z.literal('stop') })]);
export type ShellToServer = z.infer<typeof shellToServer>;
