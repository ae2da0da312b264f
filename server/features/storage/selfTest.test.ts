import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  bytes,
  copied,
  flip,
  flipAll,
  flipped,
  folder,
  heads,
  kept,
  open,
  seededRandom,
  test,
  writeOnce,
} from '../../test/selfTestedPlant.ts';
import { storageRig } from '../../test/storageRig.ts';
import { readHeadFile, writeHeadFile } from './headFile.ts';
import { changedStreams, readHeads } from './selfTestStore.ts';

writeOnce();

describe('the self-test', () => {
  it('finds a plant as it was written whole, and says how much it looked at', () => {
    expect(test(kept)).toMatchObject({ ok: true, found: 0, auditRows: 40, entries: 30, totals: expect.any(Number) });
    expect(Object.values(test(kept)).filter((count) => typeof count === 'number' && count > 3).length).toBeGreaterThanOrEqual(5);
  });

  it('finds each of 200 single flipped bits that touches a kept row, and none is answered as data', () => {
    const random = seededRandom(20_241_122);
    const touched = flipAll(Array.from({ length: 200 }, () => Math.floor(random() * bytes.length * 8)));
    // most of a young database is room between rows and empty tables; the packed days have a test of their own
    expect(touched).toBeGreaterThan(3);
  });

  it('finds each of 60 flipped bits within packed days, by series and day', () => {
    const sqlite = open(kept);
    const packed = sqlite.prepare('select packed from reading_day').pluck().all() as Buffer[];
    sqlite.close();
    const random = seededRandom(5);
    // one that lies in one piece, once
    const whole = packed.filter((day) => bytes.includes(day) && bytes.indexOf(day) === bytes.lastIndexOf(day));
    const bits = whole.slice(0, 6).flatMap((day) => {
      const at = bytes.indexOf(day);
      return Array.from({ length: 10 }, () => (at + Math.floor(random() * day.length)) * 8 + Math.floor(random() * 8));
    });
    expect(flipAll(bits)).toBe(60);
    flip(bits[0] ?? 0);
    const slots = test(flipped).findings.filter(({ part }) => part === 'slots');
    expect(slots).toEqual([
      {
        part: 'slots',
        name: expect.stringMatching(/^(inlet|outlet|wash) /),
        date: expect.stringMatching(/^2024-05-/),
        reason: 'hash',
      },
    ]);
  });

  it.each([
    ['an edited setting', `update settings_document set document = '{"high":99}' where version = 3`, 'row'],
    ['a setting that was taken out', 'delete from settings_document where version = 3', 'row'],
    [
      'a setting that was put in',
      "insert into settings_document select industry_id, section, 77, document, 0, 'x' from settings_document where version = 1",
      'row',
    ],
    ['an edited entry of a chain', "update entry set body = replace(body, ':5', ':6') where seq = 3", 'stream'],
    ['an entry taken out of a chain', 'delete from entry where seq = 3', 'stream'],
    ['the end of a chain cut off', 'delete from entry where seq > 20', 'stream'],
    ['a day without its total', 'delete from day_total where series_id = 1', 'total'],
  ])('finds %s', (_what, sql, part) => {
    const sqlite = copied();
    sqlite.exec(sql);
    sqlite.close();
    expect(test(flipped).findings.map((finding) => finding.part)).toContain(part);
  });

  it('finds an audit log whose hashes were all worked out anew, and one that lost its end with its numbers, by the ends kept outside', () => {
    for (const cut of [true, false]) {
      const sqlite = copied();
      sqlite.exec('drop trigger audit_no_update; drop trigger audit_no_delete; drop trigger audit_no_replace');
      if (cut) sqlite.exec("delete from audit where id > 35; update sqlite_sequence set seq = 35 where name = 'audit'");
      else sqlite.exec("update audit set subject = 'another' where id = 40; update audit set hash = 'other' where id = 40");
      sqlite.close();
      expect(test(flipped).findings.map(({ part }) => part)).toContain('audit');
    }
  });

  it('is not needed for that: the server says it within seconds, and does not replace the end that was noted', () => {
    vi.useFakeTimers();
    const sqlite = copied();
    sqlite.exec('drop trigger audit_no_update; drop trigger audit_no_delete; drop trigger audit_no_replace');
    sqlite.exec("delete from audit where id > 35; update sqlite_sequence set seq = 35 where name = 'audit'");
    sqlite.exec("update entry set hash = zeroblob(32) where stream = 'counterEvents' and seq = 30");
    const dataFolder = mkdtempSync(join(folder, 'heads-'));
    writeHeadFile(dataFolder, heads);
    let firstDay: number | null = -10;
    const { service, alarms, disk } = storageRig(dataFolder, {
      firstDay: () => firstDay,
      heads: () => readHeads(sqlite),
      changedStreams: (noted) => changedStreams(sqlite, noted),
    });
    service.start();
    vi.advanceTimersByTime(10_000);
    service.stop();
    vi.useRealTimers();
    sqlite.close();
    expect(service.state().damage).toEqual([
      { part: 'audit', name: 'row 40', date: null, reason: 'cut' },
      { part: 'stream', name: 'counterEvents 30', date: null, reason: 'rewritten' },
    ]);
    expect(service.findings()).toEqual(['damaged']);
    expect(alarms).toEqual([expect.stringContaining('not what was written')]);
    expect(readHeadFile(dataFolder)).toEqual(heads);
    expect([service.freeBytes(), service.fullAtSeconds()]).toEqual([1e12, Number.POSITIVE_INFINITY]);
    firstDay = null;
    expect([service.freeBytes(), service.fullAtSeconds()]).toEqual([1e12, null]);
    disk.isThere = false;
    expect([service.freeBytes(), service.fullAtSeconds()]).toEqual([null, null]);
  });
});
