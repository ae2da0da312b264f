/** Plants for tests of the hub, and bundles of days as they would send them. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BundleWriter } from '../../bundle/bundleWriter.ts';
import { type CarriedDay, itemOfDay, uidOf } from '../../bundle/dayItems.ts';
import { type Identity, renewIdentity } from '../../bundle/identity.ts';
import { publicBytes } from '../../bundle/keys.ts';
import { hashOfBlock } from '../../core/bytes/blockHash.ts';
import { pack } from '../../core/bytes/packing.ts';
import { totalOf } from '../../core/counters/aggregate.ts';
import { code, emptyBlock, SLOTS_PER_DAY } from '../../core/slots.ts';
import { commitBundle, type Sender } from '../commit/commitBundle.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';

export const today = 20_779;
const industryId = 'DEMO';

/** What a series measured on a day, in one revision: another one has other content. */
export const dayOf = (uid: string, day: number, revision: number, slots = 6): CarriedDay => {
  const block = emptyBlock(day * SLOTS_PER_DAY, slots);
  for (let place = 0; place < slots; place += 1) {
    block.values[place] = ((Number.parseInt(uid.slice(0, 4), 16) + day + place * 7) % 97) + revision;
    block.quality[place] = place % 5 === revision % 5 ? code.E : code.G;
  }
  const total = { ...totalOf(block, 'counter', slots), counterOpen: day, counterClose: null };
  const carried = { firstSlot: block.firstSlot, slots, packed: pack(block), hash: hashOfBlock(block) };
  return { uid: uidOf(uid), day, revision, total, block: carried };
};

export class SendingPlant {
  readonly folder = mkdtempSync(join(tmpdir(), 'sending-'));
  readonly identity: Identity = renewIdentity(join(this.folder, 'keys'), 0);
  readonly uids: readonly string[];
  readonly #database: HubDatabase;
  #sender: Sender | undefined;
  #written = 0;

  constructor(database: HubDatabase, series: number) {
    this.#database = database;
    this.uids = Array.from({ length: series }, () => randomUUID()).sort();
  }

  get sender(): Sender {
    if (!this.#sender) throw new Error('not paired');
    return this.#sender;
  }

  /** As if it was paired and had sent its series. */
  async pair(): Promise<void> {
    const { site, epoch, signing } = this.identity;
    const key = publicBytes(signing);
    const { plant_id: plantId } = await this.#database.kysely
      .insertInto('plant')
      .values({ site, name: 'plant', key, epoch, state: 'paired', paired_at: null, last_heard: null, last_seq: 0 })
      .returning('plant_id')
      .executeTakeFirstOrThrow();
    this.#sender = { plantId, site, epoch, key };
    await this.#database.forPlants([plantId], (tx) =>
      tx
        .insertInto('series')
        .values(
          this.uids.map((uid, series_no) => ({
            plant_id: plantId,
            series_no,
            uid,
            industry_id: industryId,
            unit_id: `U${series_no}`,
            param: 'volume',
            kind: 'counter' as const,
            measure: 'L',
          })),
        )
        .execute(),
    );
  }

  /** @returns the path of a bundle of these days. */
  write(days: readonly CarriedDay[], identity = this.identity): string {
    this.#written += 1;
    const path = join(this.folder, `${this.#written}.hwb`);
    const writer = new BundleWriter({ path, identity, recipients: [], kind: 'days', createdMs: 0, program: '1', schema: 1 });
    for (const day of days) writer.add(...itemOfDay(day));
    writer.finish();
    return path;
  }

  commit(path: string, sender = this.sender) {
    return this.#database.inTurn(sender.plantId, (client, partitions) =>
      commitBundle(client, { path, sender, openers: [], partitions, today }),
    );
  }

  /** Every row of the plant that says what it has. */
  async stored() {
    const { plantId } = this.sender;
    return this.#database.inTurn(plantId, async (client) => {
      const all = async <T extends object>(text: string) => (await client.query<T>(text, [plantId])).rows;
      return {
        blocks: await all<{
          series_no: number;
          day: number;
          revision: number;
          hash: Buffer | null;
          packed: Buffer | null;
          sum: number;
        }>('select series_no, day, revision, hash, packed, sum from block where plant_id = $1 order by 1, 2'),
        old: await all<{ series_no: number; day: number; revision: number; hash: Buffer | null }>(
          'select series_no, day, revision, hash from block_old where plant_id = $1 order by 1, 2, 3',
        ),
        days: await all<{ day: number; hash: Buffer; leaves: number }>(
          'select day, hash, leaves from day_node where plant_id = $1 order by 1',
        ),
        months: await all<{ month: number; hash: Buffer }>('select month, hash from month_node where plant_id = $1 order by 1'),
      };
    });
  }

  stop(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
