/** A plant that is moved to another PostgreSQL while it sends: everything of it is there afterwards, once, and nothing of it where it was. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../server/core/clock.ts';
import { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { type MoveStep, movePlant, moveSteps } from '../../server/hub/placement/movePlant.ts';
import { addMove, movesUnderWay, type PlantMove } from '../../server/hub/placement/moveStore.ts';
import { PlantMoves } from '../../server/hub/placement/plantMoves.ts';
import { movedTables } from '../../server/hub/placement/rowsStore.ts';
import { addProposal } from '../../server/hub/proposals/proposalStore.ts';
import { newestChange } from '../../server/hub/replica/changeStore.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf, SendingPlant, today } from '../../server/hub/testing/sentDays.ts';
import { HubAudit } from '../../server/hub/wire/auditStore.ts';
import type { KnownPlant } from '../../server/hub/wire/plantStore.ts';
import { createLog } from '../../server/log.ts';

const DAYS = 70;
const quiet = (): void => undefined;

describe.skipIf(missingPostgres)(`a plant that is moved${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rigs: PostgresRig[];
  let database: HubDatabase;
  let plant: SendingPlant;
  let neighbour: SendingPlant;
  beforeAll(async () => {
    rigs = [await startPostgres(), await startPostgres()];
    database = new HubDatabase(urlOf(0), quiet, { 1: urlOf(1) });
    await database.start();
    plant = await sending(8);
    neighbour = await sending(2);
  });
  afterAll(async () => {
    plant?.stop();
    neighbour?.stop();
    await database?.stop();
    for (const rig of rigs ?? []) rig.stop();
  });

  const urlOf = (number: number): string => rigs[number]?.url ?? '';
  const daysOf = ({ uids }: SendingPlant, revision: number, days = DAYS) =>
    uids.flatMap((uid) => Array.from({ length: days }, (_, index) => dayOf(uid, today - 1 - index, revision)));
  const sending = async (series: number): Promise<SendingPlant> => {
    const made = new SendingPlant(database, series);
    await made.pair();
    await made.commit(made.write(daysOf(made, 1)));
    return made;
  };
  /** Every row with a plant's number on one cluster, counted by tables. */
  const rowsAt = (number: number, plantId: number) =>
    rigs[number]?.asAdmin(async (admin) => {
      const counts: Record<string, number> = {};
      for (const table of movedTables) {
        const { rows } = await admin.query<{ n: number }>(`select count(*)::int n from ${table} where plant_id = $1`, [plantId]);
        if (rows[0]?.n) counts[table] = rows[0].n;
      }
      return counts;
    });
  const begun = async (to: number): Promise<PlantMove> => {
    const move = { plantId: plant.sender.plantId, from: 1 - to, to };
    expect(await database.kysely.transaction().execute((tx) => addMove(tx, move, new Date(0)))).toBe(true);
    return move;
  };
  /** What the plant has to have of one revision in place of all before. */
  const blocksOf = (revision: number) =>
    daysOf(plant, revision)
      .map(({ uid, day, block }) => `${uid} ${day} ${revision} ${Buffer.from(block?.hash ?? []).toString('hex')}`)
      .sort();
  const storedBlocks = async () => {
    const { blocks } = await plant.stored();
    return blocks
      .map(({ series_no, day, revision, hash }) => {
        const uid = plant.uids[series_no]?.replaceAll('-', '');
        return `${uid} ${day} ${revision} ${hash?.toString('hex')}`;
      })
      .sort();
  };
  let revision = 1;
  const wait = { code: 'unavailable', message: 'the plant is moved to another cluster: ask again' };
  /** Sends all days again in the next revision, as often as the hub asks it to wait. */
  const sendNext = async (): Promise<void> => {
    const path = plant.write(daysOf(plant, revision + 1));
    for (let isTaken = false; !isTaken; )
      isTaken = await plant.commit(path).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject(wait);
          return false;
        },
      );
    revision += 1;
  };

  it('has every day in its newest revision, once, where it was moved to while it sent; nothing of it stays behind', async () => {
    const others = await neighbour.stored();
    let sent = 0;
    for (const to of [1, 0, 1]) {
      const move = await begun(to);
      let isOver = false;
      const moving = movePlant(database, move).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await sendNext();
        sent += 1;
      }
      await moving;
      expect(await storedBlocks()).toEqual(blocksOf(revision));
      expect((await plant.stored()).old).toHaveLength(plant.uids.length * DAYS * (revision - 1));
      expect(await rowsAt(1 - to, move.plantId)).toEqual({});
      expect(await rowsAt(to, move.plantId)).toMatchObject({ series: 8, block: 8 * DAYS, day_node: DAYS });
    }
    expect(sent).toBeGreaterThan(2);
    expect(await neighbour.stored()).toEqual(others);
    expect(await movesUnderWay(database)).toEqual([]);
  }, 240_000);

  it('is asked to wait, and answered to whoever reads, from the last step on until the directory is switched', async () => {
    const { plantId } = plant.sender;
    const from = (await rowsAt(0, plantId))?.series ? 0 : 1;
    const path = plant.write(daysOf(plant, revision + 1));
    let answers = 0;
    await movePlant(database, await begun(1 - from), {
      onStep: async (step) => {
        if (step === 'closed') await expect(plant.commit(path)).rejects.toMatchObject(wait);
        await database.reading(plantId, async (client) => {
          const { rows } = await client.query<{ n: number }>('select count(*)::int n from block where plant_id = $1', [plantId]);
          expect(rows[0]?.n, step).toBe(8 * DAYS);
        });
        answers += 1;
      },
    });
    expect(answers).toBe(moveSteps.length);
    await sendNext();
    expect(await storedBlocks()).toEqual(blocksOf(revision));
  });

  it('is taken in with numbers above those of before: who follows its changes misses none', async () => {
    const { plantId } = plant.sender;
    const newest = () => database.reading(plantId, (client) => newestChange(client, plantId));
    const before = await newest();
    await sendNext();
    expect(await newest()).toBeGreaterThan(before);
  });

  const killedAfter = async (step: MoveStep): Promise<void> => {
    const file = join(import.meta.dirname, 'movingProcess.ts');
    const child = spawn(process.execPath, [file, urlOf(0), urlOf(1), String(plant.sender.plantId), step], { stdio: 'inherit' });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
  };

  it.for(moveSteps)(
    'goes on at the next start where the process was killed once it was %s',
    { timeout: 60_000 },
    async (step) => {
      const from = (await rowsAt(0, plant.sender.plantId))?.series ? 0 : 1;
      const before = await plant.stored();
      const move = await begun(1 - from);
      await killedAfter(step);
      // whatever state that is, nobody who asks is answered with less
      const asked = await database.reading(move.plantId, async (client) => {
        const { rows } = await client.query<{ n: number }>('select count(*)::int n from block where plant_id = $1', [
          move.plantId,
        ]);
        return rows[0]?.n;
      });
      expect(asked).toBe(before.blocks.length);
      // PostgreSQL takes a moment to see that the process is gone, and keeps the plant for it until then
      for (const one of await movesUnderWay(database))
        await vi.waitFor(() => movePlant(database, one), { timeout: 60_000, interval: 50 });
      expect(await plant.stored()).toEqual(before);
      expect(await rowsAt(from, move.plantId)).toEqual({});
      await sendNext();
      expect(await storedBlocks()).toEqual(blocksOf(revision));
    },
  );

  it('is not moved by two processes at the same time', async () => {
    const from = (await rowsAt(0, plant.sender.plantId))?.series ? 0 : 1;
    const before = await plant.stored();
    const move = await begun(1 - from);
    const both = await Promise.allSettled([movePlant(database, move), movePlant(database, move)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await plant.stored()).toEqual(before);
  });

  it('is sent on its way, and proposed to, where the log of the hub takes a line of it, else not at all', async () => {
    const from = (await rowsAt(0, plant.sender.plantId))?.series ? 0 : 1;
    const audit = new HubAudit(database);
    const moves = new PlantMoves({ database, audit, clock: systemClock, log: createLog('error', { write: () => undefined }) });
    const known = { ...plant.sender, site: plant.identity.site, cluster: from } as KnownPlant;
    const { plantId } = known;
    const rename = (one: string, other: string) =>
      rigs[0]?.asAdmin((admin) => admin.query(`alter table ${one} rename to ${other}`));
    const count = () =>
      database.reading(plantId, async (client) => (await client.query('select count(*)::int n from proposal')).rows[0]?.n);
    const propose = () =>
      audit.inTurn(plantId, 0, async (client) => {
        const one = { id: randomUUID(), number: 1, industryId: 'DEMO', text: '{}', signature: '', expiresAt: new Date(0) };
        await addProposal(client, plantId, one);
        return [undefined, ['proposal made', {}]];
      });
    const lines = async () =>
      rigs[0]?.asAdmin(async (admin) =>
        (await admin.query("select body::json ->> 'what' what from hub_audit order by seq")).rows.map(({ what }) => what),
      );
    await rename('hub_audit', 'hub_audit_away');
    await expect(moves.begin(known, 1 - from)).rejects.toThrow('hub_audit');
    await expect(propose()).rejects.toThrow('hub_audit');
    await rename('hub_audit_away', 'hub_audit');
    expect([await movesUnderWay(database), await count(), await lines()]).toEqual([[], 0, []]);
    await propose();
    await moves.begin(known, 1 - from);
    await vi.waitFor(async () => expect(await movesUnderWay(database)).toEqual([]), 60_000);
    await moves.stop();
    expect(await lines()).toEqual(['proposal made', 'move of a plant begun', 'plant moved']);
    await database.inTurn(plantId, (client) => client.query('delete from proposal'));
  });

  it('is refused by a hub that is not configured for its cluster, or for another one', async () => {
    const from = (await rowsAt(0, plant.sender.plantId))?.series ? 0 : 1;
    if (from === 0) await movePlant(database, await begun(1));
    const startOf = async (further: Record<string, string>): Promise<void> => {
      const other = new HubDatabase(urlOf(0), quiet, further);
      await other.start().finally(() => other.stop());
    };
    await expect(startOf({})).rejects.toThrow('plants are on cluster 1: name its address in hub.clusters');
    await expect(startOf({ 1: urlOf(0) })).rejects.toThrow('the PostgreSQL named as cluster 1 is another one');
    await expect(startOf({ 1: urlOf(1), 2: urlOf(1) })).rejects.toThrow('the PostgreSQL named as cluster 2 is another one');
  });
});
