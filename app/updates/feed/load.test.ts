import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UpdateRefusal } from '../../../server/contract/process/updates.ts';
import { artefactName } from '../testing/bundle.ts';
import { chunked, feedOf, half, hasty, installer, limits, offered, refused } from '../testing/feedPlant.ts';

const loadedIn = (folder: string): string => join(folder, 'feed', 'offered', artefactName);

describe('an installer of a feed', () => {
  it('that breaks off is continued from there', async () => {
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
