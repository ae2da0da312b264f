import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { feedInfo } from '../../../server/contract/process/updates.ts';
import { artefactName, installed, release, writeBundle } from '../testing/bundle.ts';
import { feedOf, offered, plantAt, refused } from '../testing/feedPlant.ts';
import { readUpdateState } from '../updateState.ts';
import { Feed } from './feed.ts';

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
