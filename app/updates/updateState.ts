import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../durable.ts';
import { artefact } from './manifest.ts';

/** In this order; each is written down before it begins. */
export const phases = ['copying', 'backingUp', 'stopping', 'installing', 'checking', 'rollingBack'] as const;
export type Phase = (typeof phases)[number];

const state = z.strictObject({
  /** Highest seen, per channel; an update does not overwrite this file. */
  seen: z.record(z.string(), z.int()),
  keysSequence: z.int(),
  /** What is under way; null between updates. */
  current: z
    .strictObject({
      phase: z.enum(phases),
      from: z.string(),
      to: z.string(),
      /** Checked again before it is installed: what was copied may be lost by a power cut. */
      artefact,
      /** The backup that was made before; null until then. */
      backup: z.string().nullable(),
      tries: z.int(),
    })
    .nullable(),
  /** The installer of the version that runs, kept for the way back. */
  kept: z.strictObject({ version: z.string(), artefact }).nullable(),
  last: z
    .strictObject({ to: z.string(), outcome: z.enum(['installed', 'rolledBack', 'abandoned', 'stuck']), reason: z.string() })
    .nullable(),
});
export type UpdateState = z.output<typeof state>;
const noUpdates: UpdateState = { seen: {}, keysSequence: 0, current: null, kept: null, last: null };

/**
 * update.json, outside the installation.
 * @throws Error for a file that cannot be read: forgetting the sequences seen would let an old release in.
 */
export const readUpdateState = (path: string): UpdateState => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return noUpdates;
    throw error;
  }
  return state.parse(JSON.parse(text));
};

/** Whole or not at all, and on the disk when this returns. */
export const writeUpdateState = (path: string, value: UpdateState): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.new`;
  writeFileSync(aside, JSON.stringify(value), { mode: 0o600, flush: true });
  renameSync(aside, path);
  syncFolder(dirname(path));
};
