import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { feedInfo, type UpdateRefusal } from '../../../server/contract/process/updates.ts';
import { artefactName, type BundleOptions, installed, known, newSigner, nowMs, release, writeBundle } from '../testing/bundle.ts';
import { type FeedServer, serveFeed } from '../testing/feedServer.ts';
import { Updater } from '../updater.ts';
import { readUpdateState } from '../updateState.ts';
import { Feed, type FeedParts } from './feed.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'feed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

type Plant = { feed: Feed; updater: Updater; done: string[]; folder: string; underWay: { to: string | undefined } };
/** For what is to be silent; elsewhere a busy machine may take its time. */
const hasty = { silentMs: 300 };
const limits = { silentMs: 60_000, textMs: 20_000, fileMs: 20_000, mostTextBytes: 1_000_000, pauseMs: 1, mostVainTries: 3 };
const plantAt = (address: string, change: Partial<FeedParts> & { site?: string | undefined } = {}): Plant => {
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
const feedOf = async (
  options: BundleOptions = {},
  change: Parameters<typeof plantAt>[1] = {},
): Promise<Plant & { server: FeedServer; source: string }> => {
  const source = newFolder();
  writeBundle(source, options);
  const server = await serveFeed(source);
  onTestFinished(server.close);
  return { ...plantAt(server.address, change), server, source };
};
const installer = 200_000;
const half = (response: ServerResponse, source: string): void => {
  response.writeHead(200, { 'content-length': installer });
  response.write(readFileSync(join(source, artefactName)).subarray(0, installer / 2), () => response.destroy());
};
/** Without a word of how much there is. */
const chunked = (response: ServerResponse, content: Buffer): void => {
  response.write(content);
  response.end();
};
const offered = { kind: 'offered', version: '1.4.0', bytes: installer };
const refused = (code: UpdateRefusal) => ({ kind: 'refused', code });
const loadedIn = (folder: string): string => join(folder, 'feed', 'offered', artefactName);

describe('a feed', () => {
  it('offers what its signed texts say, loads nothing of it before a person says so, and then gives a folder as a stick has it', async () => {
    const { feed, updater, done, folder, server } = await feedOf();
    await feed.ask();
    expect(feed.state).toMatchObject(offered);
    expect(server.asked).toEqual(['keys.json', 'keys.sig', 'manifest.json', 'manifest.sig']);
    await feed.load();
    expect(feed.state).toMatchObject({ kind: 'ready', version: '1.4.0', folder: join(folder, 'feed', 'offered') });
    expect(done).toEqual([]);
    const address = server.address;
    expect(feedInfo.parse({ address, askedAt: feed.askedAt, canInstall: true, state: feed.state }).state.kind).toBe('ready');
    expect(await updater.prepare(join(folder, 'feed', 'offered'), 'feed')).toBeUndefined();
    expect(await updater.resume()).toMatchObject({ outcome: 'installed' });
    expect(done).toEqual(['stop', 'install', 'start']);
  });

  it('is not asked without an address, nor while an update is under way', async () => {
    const { feed } = plantAt('');
    await feed.ask();
    expect([feed.state, feed.askedAt]).toEqual([{ kind: 'idle' }, null]);
    const other = await feedOf();
    other.underWay.to = '1.4.0';
    await other.feed.ask();
    expect([other.feed.state, other.server.asked]).toEqual([{ kind: 'idle' }, []]);
  });

  it('is asked by itself after a while, and again', async () => {
    const { feed, server } = await feedOf({}, { firstMs: 1, everyMs: 5 });
    feed.begin();
    await expect.poll(() => server.asked.length).toBeGreaterThan(8);
    expect(server.asked).not.toContain(artefactName);
  });

  it('that has the version that runs has nothing new', async () => {
    const { feed } = await feedOf({ change: { version: installed.version } });
    await feed.ask();
    expect(feed.state).toEqual({ kind: 'nothingNew' });
  });

  it('that is away for a time takes nobody what was loaded', async () => {
    const { feed, server } = await feedOf();
    await feed.ask();
    await feed.load();
    const { askedAt } = feed;
    server.close();
    await feed.ask();
    expect([feed.state.kind, feed.askedAt]).toEqual(['ready', askedAt]);
  });

  it('finds what it loaded before the program started anew', async () => {
    const { feed, folder, server, updater } = await feedOf();
    await feed.ask();
    await feed.load();
    const updates = { checks: updater, site: 'plant-1', underWay: undefined };
    const again = new Feed({ folder: join(folder, 'feed'), address: () => server.address, updates, say: () => undefined });
    await again.ask();
    expect(again.state.kind).toBe('ready');
    expect(server.asked.filter((name) => name === artefactName)).toHaveLength(1);
  });

  it('is forgotten with its address', async () => {
    const { feed, folder } = await feedOf();
    await feed.ask();
    await feed.load();
    await feed.forget();
    expect([feed.state, existsSync(join(folder, 'feed'))]).toEqual([{ kind: 'idle' }, false]);
    await feed.load();
    expect(feed.state).toEqual({ kind: 'idle' });
  });

  it('that showed a version once is refused when it shows an older one, though that is newer than what runs', async () => {
    const { feed, source, folder, updater } = await feedOf({ change: { sequence: 40, version: '1.5.0' } });
    await feed.ask();
    expect(readUpdateState(join(folder, 'update.json')).seen).toEqual({ stable: 40 });
    writeBundle(source);
    await feed.ask();
    expect(feed.state).toMatchObject(refused('older'));
    await expect(updater.prepare(source)).rejects.toMatchObject({ code: 'older' });
  });

  it('that showed newer keys once is refused when it shows the older ones', async () => {
    const { feed, source } = await feedOf({ keysSequence: 5 });
    await feed.ask();
    writeBundle(source);
    await feed.ask();
    expect(feed.state).toMatchObject(refused('keysOlder'));
  });
});

describe('of a feed nothing is loaded', () => {
  const signed: [string, BundleOptions, UpdateRefusal][] = [
    ['an older version', { change: { version: '1.3.1' } }, 'downgrade'],
    ['a sequence that leaps', { change: { sequence: 20_000 } }, 'leaps'],
    ['what has expired', { change: { expiresAt: '2026-11-01T00:00:00Z' } }, 'expired'],
    ['what a key signed whose time is over', { validTo: '2026-11-01T00:00:00Z' }, 'expired'],
    [
      'an installer for Windows',
      { change: { artefacts: [{ platform: 'win32-x64', kind: 'nsis', file: 'x.exe', bytes: 1, sha256: '0'.repeat(64) }] } },
      'otherPlatform',
    ],
    ['another channel', { change: { channel: 'candidate' } }, 'otherChannel'],
    ['a database that it does not know', { change: { schema: { from: 175, to: 185 } } }, 'otherDatabase'],
    ['a step that is left out', { change: { minimumVersion: '1.3.9' } }, 'stepBetween'],
    ['another key of the same name', { signers: [newSigner('release-1')] }, 'notSigned'],
    ['keys that no root signed', { keysSigners: [] }, 'keysNotSigned'],
    ['a share of plants that is none', { change: { stagingPercentage: 101 } }, 'badForm'],
  ];
  it.each(signed)('where it offers %s', async (_what, options, code) => {
    const { feed, server, folder } = await feedOf(options);
    await feed.ask();
    expect(feed.state).toMatchObject(refused(code));
    await feed.load();
    expect(server.asked).not.toContain(artefactName);
    expect([existsSync(join(folder, 'feed', 'offered')), existsSync(join(folder, 'update.json'))]).toEqual([false, false]);
  });

  const answers: [string, (response: ServerResponse) => void, UpdateRefusal][] = [
    ['leads elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(), 'redirected'],
    ['has no such file', (response) => response.writeHead(404).end(), 'badAnswer'],
    ['gives a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{}'), 'notAFeed'],
    ['gives a page that says it is JSON', (response) => response.end('<html></html>'), 'notAFeed'],
    ['says nothing', () => undefined, 'silent'],
    ['begins and hangs', (response) => response.writeHead(200).write('{'), 'silent'],
    ['says that it gives a lot', (response) => response.writeHead(200, { 'content-length': 1_000_001 }).write('{'), 'tooLong'],
    ['gives a lot', (response) => chunked(response, Buffer.alloc(1_000_001, '{')), 'tooLong'],
    [
      'ends in the middle',
      (response) => response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy()),
      'cutShort',
    ],
    ['gives one byte changed', (response) => response.end('{"format":"headworks-update-1"}'), 'notSigned'],
  ];
  it.each(answers)('where it %s', async (_what, answer, code) => {
    const { feed, server } = await feedOf({}, code === 'silent' ? { limits: { ...limits, ...hasty } } : {});
    server.wrong.set('manifest.json', (_request, response) => void answer(response));
    await feed.ask();
    expect(feed.state).toMatchObject(refused(code));
    expect(server.asked).not.toContain(artefactName);
  });

  it('where nobody answers, or takes its time without an end', async () => {
    const { feed } = plantAt('http://127.0.0.1:9/');
    await feed.ask();
    expect(feed.state).toMatchObject(refused('unreachable'));
    const slow = await feedOf({}, { limits: { ...limits, textMs: 50 } });
    slow.server.wrong.set('keys.sig', () => undefined);
    await slow.feed.ask();
    expect(slow.feed.state).toMatchObject(refused('tooSlow'));
  });

  it.each([
    'ftp://feed.example/',
    'http://name:secret@feed.example/',
    'http://feed.example/?x=1',
    'file:///media/stick',
    'feed.example',
  ])('where its address is %s', async (address) => {
    const { feed } = plantAt(address);
    await feed.ask();
    expect(feed.state).toMatchObject(refused('badAddress'));
  });

  it('where the disk has too little room', async () => {
    const { feed, server } = await feedOf({}, { freeBytes: () => installer - 1 });
    await feed.ask();
    await feed.load();
    expect(feed.state).toMatchObject(refused('noRoom'));
    expect(server.asked).not.toContain(artefactName);
  });
});

describe('an installer of a feed', () => {
  it('that breaks off is gone on with from there', async () => {
    const { feed, server, source, folder } = await feedOf();
    await feed.ask();
    const ranges = () => server.asked.filter((name) => name.includes(artefactName));
    server.wrong.set(artefactName, (_request, response) => {
      server.wrong.clear();
      half(response, source);
    });
    await feed.load();
    expect(feed.state.kind).toBe('ready');
    expect(ranges()).toEqual([artefactName, expect.stringMatching(/ bytes=[1-9]\d*-$/)]);
    expect(readFileSync(loadedIn(folder))).toEqual(readFileSync(join(source, artefactName)));
  });

  it('that breaks off of a feed without ranges is loaded anew', async () => {
    const { feed, server, source } = await feedOf();
    await feed.ask();
    let times = 0;
    server.wrong.set(artefactName, (_request, response) => {
      times += 1;
      if (times === 1) half(response, source);
      else response.end(readFileSync(join(source, artefactName)));
    });
    await feed.load();
    expect([feed.state.kind, times]).toEqual(['ready', 2]);
  });

  it('that begins anew and breaks off earlier keeps nothing of the time before', async () => {
    const { feed, server, source, folder } = await feedOf();
    await feed.ask();
    let times = 0;
    server.wrong.set(artefactName, (_request, response) => {
      times += 1;
      if (times === 1) return half(response, source);
      response.writeHead(200).write(Buffer.alloc(1000), () => response.destroy());
    });
    await feed.load();
    expect(feed.state).toMatchObject(refused('cutShort'));
    expect(statSync(`${loadedIn(folder)}.part`).size).toBe(1000);
  });

  it('that comes slowly, but comes, may take longer than a silence', async () => {
    const { feed, server, source } = await feedOf({}, { limits: { ...limits, silentMs: 2000 } });
    await feed.ask();
    server.wrong.set(artefactName, (_request, response) => {
      const content = readFileSync(join(source, artefactName));
      let at = 0;
      const drops = setInterval(() => {
        response.write(content.subarray(at, at + installer / 10));
        at += installer / 10;
        if (at < installer) return;
        clearInterval(drops);
        response.end();
      }, 300);
    });
    await feed.load();
    expect(feed.state.kind).toBe('ready');
    expect(server.asked.filter((name) => name.includes(artefactName))).toHaveLength(1);
  });

  it('that is stopped is offered again, and what was loaded is kept', async () => {
    const { feed, server, source, folder } = await feedOf();
    await feed.ask();
    server.wrong.set(artefactName, (_request, response) => {
      response.writeHead(200).write(readFileSync(join(source, artefactName)).subarray(0, 1000));
    });
    const loaded = feed.load();
    await expect.poll(() => feed.state).toMatchObject({ kind: 'loading', bytes: installer, loadedBytes: 1000 });
    await feed.stopLoading();
    await loaded;
    expect(feed.state).toMatchObject(offered);
    expect(statSync(`${loadedIn(folder)}.part`).size).toBe(1000);
  });

  type Wrong = (response: ServerResponse, source: string) => void;
  const faults: [string, Wrong, UpdateRefusal, kept: boolean][] = [
    ['has a bit flipped', (response) => response.end(Buffer.alloc(installer, 'Installer ')), 'altered', false],
    ['has more bytes than were signed', (response) => chunked(response, Buffer.alloc(installer + 1)), 'tooLong', false],
    [
      'says more bytes than were signed',
      (response) => response.writeHead(200, { 'content-length': installer + 1 }).write('x'),
      'tooLong',
      false,
    ],
    ['has fewer bytes than were signed', (response) => response.end(Buffer.alloc(1000)), 'cutShort', true],
    ['breaks off each time in the same place', half, 'cutShort', true],
    ['hangs', (response) => response.writeHead(200).write(Buffer.alloc(1000)), 'silent', true],
    ['lies elsewhere', (response) => response.writeHead(301, { location: 'http://127.0.0.1:9/' }).end(), 'redirected', false],
    [
      'is a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
      'notAFeed',
      false,
    ],
    ['is gone', (response) => response.writeHead(410).end(), 'badAnswer', false],
    [
      'comes as another part',
      (response) => response.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end('56789'),
      'badAnswer',
      false,
    ],
  ];
  it.each(faults)('that %s is not there afterwards, and nothing is installed', async (_what, wrong, code, kept) => {
    const change = code === 'silent' ? { limits: { ...limits, ...hasty } } : {};
    const { feed, server, source, folder, done, updater } = await feedOf({}, change);
    await feed.ask();
    server.wrong.set(artefactName, (_request, response) => wrong(response, source));
    await feed.load();
    expect(feed.state).toMatchObject(refused(code));
    const path = loadedIn(folder);
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, kept]);
    await expect(updater.prepare(join(folder, 'feed', 'offered'), 'feed')).rejects.toMatchObject({ code: 'missing' });
    expect(done).toEqual([]);
    // a feed that does right again gives it; what is not of the same file shows at the end, and is loaded anew
    server.wrong.clear();
    for (let times = 0; times < 2 && feed.state.kind !== 'ready'; times += 1) {
      await feed.ask();
      await feed.load();
    }
    expect(feed.state.kind).toBe('ready');
  });

  it('that takes its time without an end is left', async () => {
    const { feed, server, source } = await feedOf({}, { limits: { ...limits, fileMs: 400 } });
    await feed.ask();
    server.wrong.set(artefactName, (_request, response) => {
      response.writeHead(200).write(readFileSync(join(source, artefactName)).subarray(0, 10));
    });
    await feed.load();
    expect(feed.state).toMatchObject(refused('tooSlow'));
  });

  it('that was damaged after it was loaded is not installed', async () => {
    const { feed, folder, updater } = await feedOf();
    await feed.ask();
    await feed.load();
    writeFileSync(loadedIn(folder), Buffer.alloc(installer, 'x'));
    await expect(updater.prepare(join(folder, 'feed', 'offered'), 'feed')).rejects.toMatchObject({ code: 'altered' });
  });
});

describe('a version that some plants get first', () => {
  it('is held back from the others, and is not remembered there', async () => {
    const { feed, folder, server } = await feedOf({ change: { stagingPercentage: 0 } });
    await feed.ask();
    expect(feed.state).toEqual({ kind: 'held', version: '1.4.0' });
    await feed.load();
    expect([server.asked.length, existsSync(join(folder, 'update.json'))]).toEqual([4, false]);
  });

  it('goes to a plant that does not say who it is when all get it', async () => {
    const half = await feedOf({ change: { stagingPercentage: 99 } }, { site: undefined });
    await half.feed.ask();
    expect(half.feed.state.kind).toBe('held');
    const all = await feedOf({ change: { stagingPercentage: 100 } }, { site: undefined });
    await all.feed.ask();
    expect(all.feed.state.kind).toBe('offered');
  });

  it('is taken from a stick whatever its share is: there a person decides', async () => {
    const { updater, source } = await feedOf({ change: { stagingPercentage: 0 }, signers: [release] });
    expect(await updater.prepare(source)).toBeUndefined();
  });
});
