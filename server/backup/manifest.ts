import { z } from 'zod';

const count = z.number().int().min(0);
const bundle = z.object({ name: z.string(), bytes: count, sha256: z.string() });
export type BundleFile = z.infer<typeof bundle>;

/** What one run wrote once: closed days, and files that do not change. */
const daySet = z.object({
  bundles: z.array(bundle),
  /** Industry, day, and the revision of the industry's day at the time. */
  days: z.array(z.tuple([z.string(), count, count])),
  /** Days of single series in it. */
  items: count,
  /** Recovery kit it is sealed for; null where there was none. */
  kit: z.string().nullable(),
});
export type DaySet = z.infer<typeof daySet>;

/** What a backup consists of: the first item of its snapshot. Bundles are named as in the folder `days`. */
export const manifest = z.object({
  format: z.literal('headworks-backup-1'),
  site: z.uuid(),
  epoch: z.number().int(),
  createdAt: z.iso.datetime(),
  program: z.string(),
  /** Highest migration of the database. */
  schema: count,
  kit: z.string().nullable(),
  /** The database without closed days. */
  database: z.object({ bytes: count, sha256: z.string(), tables: z.record(z.string(), count) }),
  audit: z.object({ rows: count, head: z.string() }),
  sets: z.array(daySet),
  /** What is held of each series: 16 bytes of its uid, first and last day, days. */
  series: z.array(z.tuple([z.string(), count, count, count])),
  /**
   * Closed days of single series whose stored bytes were damaged, now or when the day was to be written: what an earlier set holds of one counts
   * where it is of `revision`, which is null where nobody knows it.
   */
  damaged: z.array(z.object({ uid: z.string(), day: count, revision: count.nullable().optional() })),
  /** Other files of the data folder; `bundle` is where one is that was written once, null for this snapshot itself. */
  files: z.array(z.object({ path: z.string(), bytes: count, mtimeMs: z.number(), bundle: z.string().nullable() })),
});
export type Manifest = z.infer<typeof manifest>;

export const MANIFEST = 'manifest.json';
export const DATABASE = 'headworks.db';
export const BUNDLE_ENDING = '.hwb';

/** Letters that every file system takes: 20261122T024000Z. */
export const stampOf = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
export const msOfStamp = (name: string): number | undefined => {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(name);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? undefined : ms;
};

/** Whether a day of a set belongs to the backup: an older revision of a day that is damaged in the plant does not. */
export const belongsTo = ({ damaged }: Manifest): ((day: { uid: string; day: number; revision: number }) => boolean) => {
  const revisions = new Map(damaged.map(({ uid, day, revision }) => [`${uid} ${day}`, revision]));
  return ({ uid, day, revision }) => {
    const wanted = revisions.get(`${uid} ${day}`);
    return wanted === undefined || wanted === revision;
  };
};
