import { z } from 'zod';

const page = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)[\w\-./?=&%:~]*$/, 'must be a path of the panel');
const nothing = z.tuple([]);

const display = z.object({ id: z.string().max(200), label: z.string().max(200), width: z.int(), height: z.int() });

/** The result of checking an update in a folder. */
const updateVerdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), reason: z.string().max(300) }),
  z.object({ kind: z.literal('newer'), version: z.string().max(50), warnings: z.array(z.string().max(300)).max(10) }),
]);

/**
 * What only the desktop's shell can do for the panel, each call with its arguments and its answer. `dialog`: it touches files or what runs, so
 * that a person answers a dialog of the operating system before anything is done; a page alone can never do it.
 */
export const shellSurface = {
  info: {
    args: nothing,
    reply: z.object({
      version: z.string(),
      electron: z.string(),
      platform: z.string(),
      isService: z.boolean(),
      startsWithPc: z.boolean(),
      displays: z.array(display).max(16),
    }),
    dialog: false,
  },
  /** What a page shows, as PDF; null where the person did not say where to. */
  printPage: { args: z.tuple([z.object({ page, landscape: z.boolean() })]), reply: z.string().nullable(), dialog: true },
  pickFolder: { args: z.tuple([z.enum(['backup', 'update'])]), reply: z.string().nullable(), dialog: true },
  setWall: {
    args: z.tuple([z.object({ display: z.string().max(200), page: page.nullable() })]),
    reply: z.boolean(),
    dialog: false,
  },
  checkUpdate: { args: nothing, reply: updateVerdict.nullable(), dialog: true },
  /** The shell's own part of a diagnostics bundle: its newest log lines, and the names of crash dumps. */
  diagnostics: { args: nothing, reply: z.object({ log: z.array(z.string()), crashDumps: z.array(z.string()) }), dialog: false },
  autostart: { args: z.tuple([z.boolean()]), reply: z.boolean(), dialog: false },
} as const;

export type SurfaceCall = keyof typeof shellSurface;
type SurfaceArgs<Call extends SurfaceCall> = z.output<(typeof shellSurface)[Call]['args']>;
export type SurfaceReply<Call extends SurfaceCall> = z.input<(typeof shellSurface)[Call]['reply']>;
/** What the panel finds as `window.headworks` in the desktop. */
export type ShellSurface = { readonly [Call in SurfaceCall]: (...args: SurfaceArgs<Call>) => Promise<SurfaceReply<Call>> };
