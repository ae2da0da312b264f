import { z } from 'zod';
import { feedAddress, feedInfo, updateVerdict } from './updates.ts';

/** A path of the panel; of what follows a # sign the token of a wall display alone. */
const page = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)[\w\-./?=&%:~]*(#token=[\w\-.]+)?$/, 'must be a path of the panel');
const nothing = z.tuple([]);

const display = z.object({ id: z.string().max(200), label: z.string().max(200), width: z.int(), height: z.int() });

const line = z.string().max(80);
/** What is printed on a label: a QR code, its dark squares as 1, with words beside it. */
const label = z.object({
  widthMm: z.int().min(20).max(110),
  heightMm: z.int().min(12).max(150),
  qr: z
    .array(z.string().regex(/^[01]{21,105}$/))
    .min(21)
    .max(105)
    .refine((rows) => rows.every((row) => row.length === rows.length), 'must be a square'),
  title: line,
  lines: z.array(line).max(5),
});
export type Label = z.output<typeof label>;

const printer = z.object({ name: z.string().max(200), title: z.string().max(200) });

/** What became of a label: printed, saved as PDF at a path, or not, as the person or the printer would not. */
const printed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('printed') }),
  z.object({ kind: z.literal('saved'), path: z.string() }),
  z.object({ kind: z.literal('refused'), reason: z.string().max(300) }),
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
      walls: z.array(z.object({ display: z.string() })).max(8),
      /** Of HTTPS for phones and other PCs, as host:port; none while only this PC is served. */
      addresses: z.array(z.string()),
      feed: feedInfo,
    }),
    dialog: false,
  },
  /** What the panel shows, as PDF; null where the person did not say where to. */
  printPage: { args: z.tuple([z.object({ landscape: z.boolean() })]), reply: z.string().nullable(), dialog: true },
  printers: { args: nothing, reply: z.array(printer).max(100), dialog: false },
  /** `printer` null: as PDF. A person allows each printer once, in a dialog; then labels come out of it without one. */
  printLabel: {
    args: z.tuple([z.object({ printer: z.string().max(200).nullable(), label })]),
    reply: printed.nullable(),
    dialog: true,
  },
  /** For backups; nothing is written there before the person saves it in the panel. */
  pickFolder: { args: nothing, reply: z.string().nullable(), dialog: true },
  setWall: {
    args: z.tuple([z.object({ display: z.string().max(200), page: page.nullable() })]),
    reply: z.boolean(),
    dialog: false,
  },
  checkUpdate: { args: nothing, reply: updateVerdict.nullable(), dialog: true },
  /** Installs what `checkUpdate` found last, or what the feed gave. The program then starts anew; the reason where nothing was installed. */
  installUpdate: { args: z.tuple([z.enum(['folder', 'feed'])]), reply: z.string().max(300).nullable(), dialog: true },
  /** Which address is asked for updates; false where the person would not. */
  setFeed: { args: z.tuple([feedAddress]), reply: z.boolean(), dialog: true },
  /** Asks the feed now; `info` says what it found. */
  askFeed: { args: nothing, reply: z.null(), dialog: false },
  /** Begins to load what the feed offers, or stops it; what was loaded is kept. `info` says how far it is. */
  loadUpdate: { args: z.tuple([z.boolean()]), reply: z.null(), dialog: false },
  /**
   * What the desktop adds to the diagnostics that the server makes: its logs always, and for two minutes its crash dumps where a person says so.
   * False where the person did not, or a service makes them.
   */
  diagnostics: {
    args: z.tuple([z.object({ withDumps: z.boolean() })]),
    reply: z.object({ isAdded: z.boolean(), dumps: z.int() }),
    dialog: true,
  },
  autostart: { args: z.tuple([z.boolean()]), reply: z.boolean(), dialog: false },
} as const;

export type SurfaceCall = keyof typeof shellSurface;
type SurfaceArgs<Call extends SurfaceCall> = z.output<(typeof shellSurface)[Call]['args']>;
export type SurfaceReply<Call extends SurfaceCall> = z.input<(typeof shellSurface)[Call]['reply']>;
/** What the panel finds as `window.headworks` in the desktop. */
export type ShellSurface = { readonly [Call in SurfaceCall]: (...args: SurfaceArgs<Call>) => Promise<SurfaceReply<Call>> };
