import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UpdateRefusal } from '../../../server/contract/process/updates.ts';
import { artefactName, type BundleOptions, newSigner } from '../testing/bundle.ts';
import { chunked, feedOf, hasty, installer, limits, plantAt, refused } from '../testing/feedPlant.ts';

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
