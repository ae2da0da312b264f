import { existsSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { closedDay as closed } from '../../test/closedDay.ts';

describe('a figure of a closed day', () => {
  it('is worked out once, also for those who ask after a start and in another process', async () => {
    const { opened, worked } = await closed();
    const first = opened();
    const answer = first.sum();
    expect(answer).toEqual([23_000, null]);
    expect(first.sum()).toEqual(answer);
    first.store.stop();
    expect(opened().sum()).toEqual(answer);
    expect(opened(true).sum()).toEqual(answer);
    expect(worked()).toBe(1);
  });

  it('is worked out anew where a reading of the day changed, also while the hash of the day is not known yet', async () => {
    const { rig, end, opened, worked, hashDays } = await closed();
    const { sum } = opened();
    sum();
    rig.send('inlet.volume', 117.5, (end - 6) * SLOT_MS - 10_000);
    await rig.ingest.flush();
    sum();
    sum();
    expect(worked()).toBe(3);
    hashDays();
    sum();
    sum();
    expect(worked()).toBe(4);
  });

  it('is worked out anew with another basis, and is not kept of a day that is not over', async () => {
    const { end, opened, worked, day } = await closed();
    const { sum } = opened();
    sum('limit 5');
    sum('limit 6');
    sum('limit 6');
    expect(worked()).toBe(2);
    // as it was an hour before its end, and the day after, which runs
    expect(sum('limit 6', day, end - 12)).toEqual([11_000, null]);
    sum('limit 6', day + 1, end + 10);
    sum('limit 6', day + 1, end + 10);
    expect(worked()).toBe(5);
    expect(sum('limit 6')).toEqual([23_000, null]);
  });

  it('is not kept where readings of the day are damaged, because they are read as missing', async () => {
    const { damage, day, opened, worked } = await closed();
    damage.add({ seriesId: 1, day, part: 'slots', reason: 'hash' });
    const { sum } = opened();
    sum();
    sum();
    expect(worked()).toBe(2);
  });
});

describe('the file of figures', () => {
  it('is not believed where a row of it changed', async () => {
    const { path, opened, worked } = await closed();
    const first = opened();
    first.sum();
    first.store.stop();
    const sqlite = new Database(path);
    sqlite.exec("update figure set figures = '[24000,null]'");
    sqlite.close();
    expect(opened().sum()).toEqual([23_000, null]);
    expect(worked()).toBe(2);
  });

  it('is made anew where it is no database, and is no reason not to answer', async () => {
    const { rig, path, opened, worked } = await closed();
    writeFileSync(path, 'x'.repeat(10_000));
    expect(opened().sum()).toEqual([23_000, null]);
    expect(rig.log.join()).toContain('they are worked out anew');
    const next = opened();
    next.sum();
    next.store.stop();
    opened().sum();
    expect(worked()).toBe(2);
  });

  it('belongs to one database: beside another it is emptied', async () => {
    const { rig, path, opened, worked } = await closed();
    const first = opened();
    first.sum();
    first.store.stop();
    const sqlite = new Database(path);
    sqlite.exec("update made_for set stamp = '1 of another'");
    sqlite.close();
    expect(existsSync(rig.path)).toBe(true);
    expect(opened(true).sum()).toEqual([23_000, null]);
    expect(opened().sum()).toEqual([23_000, null]);
    expect(worked()).toBe(3);
  });
});
