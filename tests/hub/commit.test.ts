/** Bundles of days taken in: whatever the order and however often they come, the hub ends up with the same, and what it acknowledged stays. */
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { CarriedDay } from '../../server/bundle/dayItems.ts';
import { dayHash, monthHash } from '../../server/core/bytes/blockHash.ts';
import { monthOfDay } from '../../server/core/months.ts';
import { pruneCorrected } from '../../server/hub/commit/pruneCorrected.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf, SendingPlant, today } from '../../server/hub/testing/sentDays.ts';

/** The content of a day with the highest revision, by the rule alone; a total without slots counts where nothing else is there. */
const newestOf = (days: readonly CarriedDay[]): CarriedDay[] => {
  const newest = new Map<string, CarriedDay>();
  const rank = ({ block, revision }: CarriedDay): number => (block ? 1000 : 0) + revision;
  for (const day of days) {
    const before = newest.get(`${day.uid} ${day.day}`);
    if (!before || rank(day) > rank(before)) newest.set(`${day.uid} ${day.day}`, day);
  }
  return [...newest.values()].sort((a, b) => a.uid.localeCompare(b.uid) || a.day - b.day);
};

const treeOf = (newest: readonly CarriedDay[]) => {
  const leaves = newest.flatMap(({ uid, day, revision, block }) =>
    block ? [{ uid: dashed(uid), day, revision, hash: block.hash }] : [],
  );
  const days = [...Map.groupBy(leaves, ({ day }) => day)]
    .sort(([a], [b]) => a - b)
    .map(([day, its]) => ({ day, hash: dayHash(day, its), leaves: its.length }));
  const months = [...Map.groupBy(days, ({ day }) => monthOfDay(day))].map(([month, its]) => ({
    month,
    hash: monthHash(
      month,
      its.map(({ hash }) => hash),
    ),
  }));
  return { days, months };
};
const dashed = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

describe.skipIf(missingPostgres)(`a bundle at the hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  let database: HubDatabase;
  beforeAll(async () => {
    rig = await startPostgres();
    database = new HubDatabase(rig.url, () => undefined);
    await database.start();
  });
  afterAll(async () => {
    await database?.stop();
    rig?.stop();
  });
  const plantOf = async (series: number): Promise<SendingPlant> => {
    const plant = new SendingPlant(database, series);
    onTestFinished(() => plant.stop());
    await plant.pair();
    return plant;
  };

  it('leaves the same, in any order, any number of times, in bundles of any make', async () => {
    const sent = fc.record({
      series: fc.nat(2),
      day: fc.constantFrom(today - 40, today - 2, today - 1, today),
      revision: fc.integer({ min: 1, max: 4 }),
      isTotal: fc.boolean(),
    });
    const rounds = fc
      .uniqueArray(sent, {
        selector: ({ series, day, revision, isTotal }) => `${series} ${day} ${revision} ${isTotal}`,
        minLength: 1,
        maxLength: 24,
      })
      .chain((things) =>
        fc.record({
          things: fc.constant(things),
          extra: fc.array(fc.array(fc.nat(things.length - 1), { maxLength: 9 }), { maxLength: 4 }),
          order: fc.shuffledSubarray(
            things.map((_, index) => index),
            { minLength: things.length },
          ),
          cuts: fc.array(fc.nat(things.length), { maxLength: 4 }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(rounds, async ({ things, extra, order, cuts }) => {
        const plant = new SendingPlant(database, 3);
        await plant.pair();
        const days = things.map(({ series, day, revision, isTotal }) => {
          const made = dayOf(plant.uids[series] ?? '', day, revision);
          return isTotal ? { ...made, block: null } : made;
        });
        const edges = [0, ...cuts.toSorted((a, b) => a - b), order.length];
        const parts = edges.slice(1).map((end, index) => order.slice(edges[index], end));
        for (const [index, part] of [...parts, ...extra].entries()) {
          const bundle = plant.write(part.flatMap((place) => days[place] ?? []));
          const { refused } = await plant.commit(bundle);
          expect(refused).toEqual([]);
          if (index % 2 === 0) expect(await plant.commit(bundle)).toMatchObject({ accepted: 0, refused: [] });
        }
        const newest = newestOf(days);
        const { blocks, old, ...tree } = await plant.stored();
        const uidOf = (no: number): string => (plant.uids[no] ?? '').replaceAll('-', '');
        expect(blocks.map(({ series_no, day, revision, hash, sum }) => [uidOf(series_no), day, revision, hash, sum])).toEqual(
          newest.map(({ uid, day, revision, block, total }) => [uid, day, revision, block?.hash ?? null, total.sum]),
        );
        expect(tree).toEqual(treeOf(newest));
        // what was replaced keeps its hash, as the proof of a correction
        const replaced = days.filter(({ uid, day, revision, block }) =>
          block ? !newest.some((one) => one.uid === uid && one.day === day && one.revision === revision) : false,
        );
        const textOf = (uid: string, day: number, revision: number, hash: Uint8Array | undefined | null): string =>
          `${uid} ${day} ${revision} ${Buffer.from(hash ?? []).toString('hex')}`;
        expect(old.map((row) => textOf(uidOf(row.series_no), row.day, row.revision, row.hash)).sort()).toEqual(
          replaced.map(({ uid, day, revision, block }) => textOf(uid, day, revision, block?.hash)).sort(),
        );
        plant.stop();
      }),
      { numRuns: 15 },
    );
  });

  it('is stored except for its wrong items, each of which is named', async () => {
    const plant = await plantOf(2);
    const [one = '', two = ''] = plant.uids;
    const good = dayOf(one, today - 1, 1);
    const other = dayOf(two, today - 1, 1);
    const stranger = dayOf('00000000-0000-4000-8000-000000000000', today, 1);
    const { block } = other;
    if (!block) throw new Error('no block');
    const bundle = plant.write([
      good,
      { ...other, block: { ...block, hash: Buffer.alloc(32) } },
      { ...other, total: { ...other.total, sum: 1 } },
      { ...other, block: { ...block, packed: Buffer.from([1, 2, 3]) } },
      stranger,
      { ...other, day: today + 3 },
      { ...other, day: 4_000_000_000 },
      { ...other, block: { ...block, slots: 60_000 } },
      { ...other, day: today - 9 },
    ]);
    const answer = await plant.commit(bundle);
    expect(answer).toMatchObject({ accepted: 1, ignored: 0 });
    expect(answer.refused.map(({ item, code }) => [item, code])).toEqual([
      [1, 'hashMismatch'],
      [2, 'totalMismatch'],
      [3, 'hashMismatch'],
      [4, 'unknownSeries'],
      [5, 'unreadable'],
      [6, 'unreadable'],
      [7, 'unreadable'],
      [8, 'unreadable'],
    ]);
    expect(answer.refused[0]).toMatchObject({ uid: two.replaceAll('-', ''), day: today - 1, revision: 1 });
    expect((await plant.stored()).blocks).toHaveLength(1);
  });

  it('has days as long as a change of zone and of the shift makes them', async () => {
    const plant = await plantOf(1);
    const [uid = ''] = plant.uids;
    // from 00:00 fourteen hours ahead of UTC to 23:55 twelve hours behind it on the next day
    const [longest, evening] = [dayOf(uid, today - 8, 1, 887), dayOf(uid, today - 3, 1, 480)];
    expect(await plant.commit(plant.write([longest, evening]))).toEqual({ accepted: 2, ignored: 0, refused: [] });
    const longer = await plant.commit(plant.write([dayOf(uid, today - 9, 1, 889)]));
    expect(longer.refused).toMatchObject([{ code: 'unreadable' }]);
  });

  it('is refused by item where a revision comes with another content, now or after it was replaced', async () => {
    const plant = await plantOf(1);
    const [uid = ''] = plant.uids;
    const forked = { ...dayOf(uid, today, 7), revision: 1 };
    await plant.commit(plant.write([dayOf(uid, today, 1)]));
    const refusal = [{ item: 0, code: 'revisionConflict' }];
    expect((await plant.commit(plant.write([forked]))).refused).toMatchObject(refusal);
    await plant.commit(plant.write([dayOf(uid, today, 2)]));
    expect((await plant.commit(plant.write([forked]))).refused).toMatchObject(refusal);
    const both = await plant.commit(plant.write([dayOf(uid, today - 1, 1), { ...dayOf(uid, today - 1, 5), revision: 1 }]));
    expect(both).toMatchObject({ accepted: 0, refused: [{ item: 0 }, { item: 1 }] });
    expect((await plant.stored()).blocks.map(({ revision }) => revision)).toEqual([2]);
  });

  it('that is damaged, cut, of another plant or of another epoch leaves nothing behind', async () => {
    const [plant, other] = [await plantOf(1), await plantOf(1)];
    const days = Array.from({ length: 90 }, (_, index) => dayOf(plant.uids[0] ?? '', today - index, 1));
    const path = plant.write(days);
    const whole = readFileSync(path);
    const damaged = Buffer.from(whole);
    damaged[whole.length - 1] = (whole.at(-1) ?? 0) ^ 1;
    for (const bytes of [damaged, whole.subarray(0, -1000), whole.subarray(0, 20)]) {
      writeFileSync(path, bytes);
      await expect(plant.commit(path)).rejects.toMatchObject({ code: 'badRequest' });
    }
    const foreign = plant.write(days, other.identity);
    await expect(plant.commit(foreign)).rejects.toMatchObject({ code: 'credentials' });
    await expect(plant.commit(plant.write(days, { ...plant.identity, epoch: 2 }))).rejects.toMatchObject({ code: 'conflict' });
    expect(await plant.stored()).toEqual({ blocks: [], old: [], days: [], months: [] });
  });

  it('takes and gives no row of another plant with the same series', async () => {
    const [plant, other] = [await plantOf(1), await plantOf(1)];
    await plant.commit(plant.write([dayOf(plant.uids[0] ?? '', today, 1)]));
    const answer = await other.commit(other.write([dayOf(plant.uids[0] ?? '', today, 2)]));
    expect(answer.refused).toMatchObject([{ code: 'unknownSeries' }]);
    expect((await other.stored()).blocks).toEqual([]);
    expect((await plant.stored()).blocks.map(({ revision }) => revision)).toEqual([1]);
  });

  it('that was acknowledged is there after PostgreSQL is cut off, and what was not can be sent again', async () => {
    const plants = await Promise.all([1, 2, 3].map(() => plantOf(4)));
    const acknowledged = new Map<SendingPlant, number>(plants.map((plant) => [plant, 0]));
    const bundleOf = (plant: SendingPlant, number: number): string =>
      plant.write(plant.uids.map((uid) => dayOf(uid, today - 300 + number, 1)));
    for (let cut = 0; cut < 5; cut += 1) {
      let isCut = false;
      const send = async (plant: SendingPlant): Promise<void> => {
        while (!isCut) {
          const number = acknowledged.get(plant) ?? 0;
          const answer = await plant.commit(bundleOf(plant, number)).catch(() => undefined);
          if (!answer) return;
          acknowledged.set(plant, number + 1);
          // in the middle of what the others send
          if (plant === plants[0] && number % 6 === 5 - cut) {
            isCut = true;
            rig.crash();
          }
        }
      };
      await Promise.all(plants.map(send));
      rig.start();
      for (const plant of plants) {
        const count = acknowledged.get(plant) ?? 0;
        const { blocks, days } = await plant.stored();
        expect(blocks.length).toBeGreaterThanOrEqual(4 * count);
        expect({ days }).toEqual({ days: treeOf(sentUpTo(plant, blocks.length / 4)).days });
      }
    }
    expect(Math.min(...acknowledged.values())).toBeGreaterThan(2);
  });

  const sentUpTo = (plant: SendingPlant, count: number): CarriedDay[] =>
    Array.from({ length: count }, (_, number) => plant.uids.map((uid) => dayOf(uid, today - 300 + number, 1))).flat();

  it('drops the readings that a correction replaced after 400 days, and keeps their hashes, so that an old bundle changes nothing', async () => {
    const plant = await plantOf(1);
    const [uid = ''] = plant.uids;
    const [first, second] = [plant.write([dayOf(uid, today - 3, 1)]), plant.write([dayOf(uid, today - 3, 2)])];
    for (const path of [first, second]) await plant.commit(path);
    const { plantId } = plant.sender;
    const readings = async (): Promise<(boolean | undefined)[]> =>
      rig.asAdmin(async (client) => {
        const { rows } = await client.query<{ kept: boolean }>(
          'select packed is not null kept from block_old where plant_id = $1',
          [plantId],
        );
        return rows.map(({ kept }) => kept);
      });
    const before = await plant.stored();
    const dayMs = 86_400_000;
    expect(await pruneCorrected(database, [plantId], Date.now() + 399 * dayMs)).toBe(0);
    expect(await readings()).toEqual([true]);
    // by the hub's clock alone, which may be years ahead for a minute: the plant has said nothing, or nothing of so late
    const state = (seq: number, days: number): Promise<unknown> =>
      rig.asAdmin((client) =>
        client.query("insert into statement values ($1, 1, $2, now() + $3 * interval '1 day', '', '', '', false)", [
          plantId,
          seq,
          days,
        ]),
      );
    expect(await pruneCorrected(database, [plantId], Date.now() + 4000 * dayMs)).toBe(0);
    await state(1, 399);
    expect(await pruneCorrected(database, [plantId], Date.now() + 4000 * dayMs)).toBe(0);
    expect(await readings()).toEqual([true]);
    await state(2, 401);
    expect(await pruneCorrected(database, [plantId], Date.now() + 399 * dayMs)).toBe(0);
    expect(await pruneCorrected(database, [plantId], Date.now() + 401 * dayMs)).toBe(1);
    expect(await readings()).toEqual([false]);
    expect(await plant.stored()).toEqual(before);
    expect(await plant.commit(first)).toMatchObject({ accepted: 0, ignored: 1, refused: [] });
    expect(await plant.commit(plant.write([{ ...dayOf(uid, today - 3, 7), revision: 1 }]))).toMatchObject({
      refused: [{ code: 'revisionConflict' }],
    });
    expect(await readings()).toEqual([false]);
  });
});
