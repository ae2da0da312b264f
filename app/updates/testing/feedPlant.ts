import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { UpdateRefusal } from '../../../server/contract/process/updates.ts';
import { Feed, type FeedParts } from '../feed/feed.ts';
import { Updater } from '../updater.ts';
import { artefactName, type BundleOptions, installed, known, nowMs, writeBundle } from './bundle.ts';
import { type FeedServer, serveFeed } from './feedServer.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'feed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
type Plant = { feed: Feed; updater: Updater; done: string[]; folder: string; underWay: { to: string | undefined } };
/** For what is to be silent; elsewhere a busy machine may take its time. */
export const hasty = { silentMs: 300 };
export const limits = {
  silentMs: 60_000,
  textMs: 20_000,
  fileMs: 20_000,
  mostTextBytes: 1_000_000,
  pauseMs: 1,
  mostVainTries: 3,
};

export const plantAt = (address: string, change: Partial<FeedParts> & { site?: string | undefined } = {}): Plant => {
  const [folder, done] = [newFolder(), [] as string[]];
  const step = (name: string) => async () => void done.push(name);
  const updater = new Updater({
    folder,
    roots: known,
    installed: () => installed,
    version: installed.version,
    steps: {
      freeBytes: () => 1e12,
      backUp: async () => 'backup-1',
      ...{ stop: step('stop'), install: step('install'), start: step('start'), restore: step('restore') },
      isHealthy: async () => true,
    },
    nowMs: () => nowMs,
    say: () => undefined,
  });
  const underWay: Plant['underWay'] = { to: undefined };
  const feed = new Feed({
    folder: join(folder, 'feed'),
    address: () => address,
    updates: {
      checks: updater,
      site: 'site' in change ? change.site : 'plant-1',
      get underWay() {
        return underWay.to;
      },
    },
    say: () => undefined,
    limits,
    ...change,
  });
  onTestFinished(() => feed.stop());
  return { feed, updater, done, folder, underWay };
};

/** A feed of the bundle, and a plant that asks it. */
export const feedOf = async (
  options: BundleOptions = {},
  change: Parameters<typeof plantAt>[1] = {},
): Promise<Plant & { server: FeedServer; source: string }> => {
  const source = newFolder();
  writeBundle(source, options);
  const server = await serveFeed(source);
  onTestFinished(server.close);
  return { ...plantAt(server.address, change), server, source };
};
export const installer = 200_000;

export const half = (response: ServerResponse, source: string): void => {
  response.writeHead(200, { 'content-length': installer });
  response.write(readFileSync(join(source, artefactName)).subarray(0, installer / 2), () => response.destroy());
};

/** Without a word of how much there is. */
export const chunked = (response: ServerResponse, content: Buffer): void => {
  response.write(content);
  response.end();
};
export const offered = { kind: 'offered', version: '1.4.0', bytes: installer };
export const refused = (code: UpdateRefusal) => ({ kind: 'refused', code });
