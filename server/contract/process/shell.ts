import { z } from 'zod';

const jobId = z.number().int().positive();

/** What a start does at the moment; each may take its time, a large database minutes. */
export const startingSteps = ['demo', 'restore', 'database', 'plant', 'network', 'field'] as const;
export type StartingStep = (typeof startingSteps)[number];

/** What the tray says of a plant that is measured. */
export const pulse = z.object({
  /** The longest that the event loop was late since the last pulse, in ms. */
  loopDelayMs: z.number().nonnegative(),
  lines: z.number().int().nonnegative(),
  linesUp: z.number().int().nonnegative(),
  points: z.number().int().nonnegative(),
  unacknowledged: z.number().int().nonnegative(),
  /** Since the newest reading of any point; null before the first. */
  lastReadingAgeMs: z.number().nonnegative().nullable(),
});
export type Pulse = z.infer<typeof pulse>;

/** What the desktop adds to the diagnostics: its logs without secrets, and crash dumps as base64 where a person at the PC allowed them. */
const desktopFile = z.object({
  name: z.string().regex(/^[\w.-]{1,100}$/),
  kind: z.enum(['text', 'base64']),
  content: z.string(),
});
export type DesktopFile = z.infer<typeof desktopFile>;

/** Server to shell. The job messages ask the shell for processes that the desktop's runtime does not let the server start. */
export const serverToShell = z.discriminatedUnion('type', [
  z.object({ type: z.literal('starting'), step: z.enum(startingSteps) }),
  /** `addresses` are those for phones and other PCs, as host:port of HTTPS; none while only this machine is served. */
  z.object({ type: z.literal('ready'), url: z.string(), addresses: z.array(z.string()) }),
  z.object({ type: z.literal('alive'), pulse }),
  z.object({ type: z.literal('fatal'), message: z.string() }),
  /** The answer to `backUp`: the name of a backup that was read back, or why there is none. */
  z.object({ type: z.literal('backedUp'), snapshot: z.string().nullable(), reason: z.string().nullable() }),
  z.object({ type: z.literal('desktopFilesAsked') }),
  z.object({ type: z.literal('jobStart'), jobId, args: z.array(z.string()), execArgv: z.array(z.string()) }),
  z.object({ type: z.literal('jobSend'), jobId, message: z.unknown() }),
  z.object({ type: z.literal('jobKill'), jobId }),
]);
export type ServerToShell = z.infer<typeof serverToShell>;

/** Shell to server. */
export const shellToServer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stop'), why: z.string().max(100).optional() }),
  z.object({ type: z.literal('backUp') }),
  /** Whether the PC runs on a battery, when that changes; it is sent to a server that starts meanwhile once that is ready. */
  z.object({ type: z.literal('power'), isOnBattery: z.boolean() }),
  z.object({ type: z.literal('desktopFiles'), files: z.array(desktopFile).max(100) }),
  z.object({ type: z.literal('jobMessage'), jobId, message: z.unknown() }),
  z.object({ type: z.literal('jobExit'), jobId, code: z.number().int() }),
]);
export type ShellToServer = z.infer<typeof shellToServer>;

/** server.json: who serves a data folder. Written after listening, removed at the stop; a hint only, the folder's lock decides. */
export const runningServer = z.object({
  pid: z.number().int().positive(),
  url: z.url({ protocol: /^http$/ }),
  addresses: z.array(z.string()),
  startedAt: z.iso.datetime(),
  /** The newest step of its database. */
  schema: z.int().min(0),
  /** `/health` carries it as a header: another program on the port does not know it. */
  instance: z.string().min(16).max(100),
  /** Of the program; absent before versions said it. */
  version: z.string().max(50).optional(),
  /** Of the plant, as its announcement on the network has it; absent before versions said it. */
  site: z.string().max(100).optional(),
  /** It notes which write-ahead log is of its database; absent before versions did. */
  notesPair: z.literal(true).optional(),
});
export type RunningServer = z.infer<typeof runningServer>;
export const RUNNING_SERVER_FILE = 'server.json';
export const INSTANCE_HEADER = 'x-headworks-instance';

/**
 * roll-back.json: a shell that took an update back leaves it in the data folder. The server puts this backup in place at its start where the
 * database is of a newer version than its own; where it is not, nothing was lost and nothing is done.
 */
export const rollBackOrder = z.object({
  format: z.literal('headworks-roll-back-1'),
  snapshot: z.string().regex(/^[\w.-]{1,100}$/),
});
export const ROLL_BACK_FILE = 'roll-back.json';
