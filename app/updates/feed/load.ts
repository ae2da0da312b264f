import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { UpdateRefusal } from '../../../server/contract/process/updates.ts';
import { syncFile } from '../../durable.ts';
import type { Artefact } from '../manifest.ts';
import { BundleRefused, refuse } from '../refusal.ts';
import { readAnswer } from './answer.ts';

export type FeedLimits = {
  silentMs: number;
  /** For one of the signed texts, and for an installer with all its tries. */
  textMs: number;
  fileMs: number;
  mostTextBytes: number;
  /** Before it is tried again from where it ended. */
  pauseMs: number;
  /** Tries in a row that bring nothing. */
  mostVainTries: number;
};
export const usualLimits: FeedLimits = {
  ...{ silentMs: 30_000, textMs: 60_000, fileMs: 4 * 3_600_000 },
  ...{ mostTextBytes: 1_000_000, pauseMs: 5000, mostVainTries: 3 },
};
/** The first byte of a JSON object. */
const OBJECT = '{'.charCodeAt(0);
const mayPass: ReadonlySet<UpdateRefusal> = new Set(['cutShort', 'silent', 'unreachable']);

/** Ends what runs after a time, or when its caller does. */
const within = async <Result>(
  ms: number,
  signal: AbortSignal,
  run: (either: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new BundleRefused('tooSlow', `the feed takes longer than ${ms / 1000} s`)), ms);
  try {
    return await run(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
};

/** One of the small files of a feed. @throws BundleRefused */
export const readText = (url: URL, signal: AbortSignal, limits: FeedLimits): Promise<Buffer> =>
  within(limits.textMs, signal, async (either) => {
    const parts: Uint8Array[] = [];
    const take = async (bytes: Uint8Array): Promise<void> => void parts.push(bytes);
    const own = { silentMs: limits.silentMs, mostBytes: limits.mostTextBytes };
    await readAnswer({ url, fromByte: 0, limits: own, signal: either, take });
    const text = Buffer.concat(parts);
    if (url.pathname.endsWith('.json') && text[0] !== OBJECT) refuse('notAFeed', `${url.pathname} of the feed is no JSON`);
    return text;
  });

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
export const partOf = (path: string): string => `${path}.part`;

export type Load = {
  url: URL;
  path: string;
  artefact: Artefact;
  signal: AbortSignal;
  limits: FeedLimits;
  onBytes: (loaded: number) => void;
};

/** From where the last try ended; a feed that cannot do so begins anew. */
const loadRest = async ({ url, path, artefact, limits, onBytes }: Load, signal: AbortSignal): Promise<void> => {
  const part = partOf(path);
  const file = await open(part, existsSync(part) ? 'r+' : 'w', 0o600);
  try {
    const take = async (bytes: Uint8Array, at: number): Promise<void> => {
      if (at === 0) await file.truncate(0);
      // a disk that is nearly full takes a part, and says so only to who writes the rest
      for (let taken = 0; taken < bytes.length; )
        taken += (await file.write(bytes, taken, bytes.length - taken, at + taken)).bytesWritten;
      onBytes(at + bytes.length);
    };
    const own = { silentMs: limits.silentMs, mostBytes: artefact.bytes };
    await readAnswer({ url, fromByte: sizeOf(part), limits: own, signal, take });
  } finally {
    await file.close();
  }
  if (sizeOf(part) < artefact.bytes) refuse('cutShort', `the feed gave ${sizeOf(part)} of ${artefact.bytes} bytes`);
};

/**
 * Loads an installer, of which never more than its signed size is kept; what is there of an earlier time is gone on with.
 * It is not checked here.
 * @throws BundleRefused
 */
export const loadInstaller = (load: Load): Promise<void> =>
  within(load.limits.fileMs, load.signal, async (signal) => {
    const { path, artefact, limits } = load;
    const part = partOf(path);
    if (sizeOf(part) > artefact.bytes) rmSync(part);
    for (let vain = 0; sizeOf(part) < artefact.bytes; ) {
      const before = sizeOf(part);
      try {
        await loadRest(load, signal);
      } catch (error) {
        if (!(error instanceof BundleRefused) || !mayPass.has(error.code)) throw error;
        vain = sizeOf(part) > before ? 0 : vain + 1;
        if (vain >= limits.mostVainTries) throw error;
        await wait(limits.pauseMs, undefined, { signal }).catch(() => {
          throw signal.reason;
        });
      }
    }
    syncFile(part);
    renameSync(part, path);
  });
