import type { KeyObject } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { BundleReader } from '../../bundle/bundleReader.ts';
import { type CarriedDay, dayOfItem, isDay } from '../../bundle/dayItems.ts';
import { type Item, itemType } from '../../bundle/format.ts';
import type { ItemCode } from '../../contract/hub/errors.ts';
import type { CommitAnswer } from '../../contract/hub/exchange.ts';
import { Failure } from '../../core/fail.ts';
import type { BlockPartitions } from '../database/partitions.ts';
import { noteDays } from '../replica/changeStore.ts';
import { dropClosedTicks } from '../replica/tickStore.ts';
import { faultOfDay } from './checkDay.ts';
import {
  addDay,
  addStaged,
  dropConflicts,
  isAllNew,
  type KnownSeries,
  mergeStaged,
  plantSeries,
  stage,
  stagedDays,
  withIndex,
} from './commitStore.ts';
import { CopyBytes } from './copyBytes.ts';
import { renewNodes } from './renewNodes.ts';

export type Sender = {
  plantId: number;
  site: string;
  epoch: number;
  /** Ed25519, 32 bytes. */
  key: Uint8Array;
  /** The key before it, while it is taken. */
  oldKey?: Uint8Array | null;
};

/** Checked in a row before others have their turn: some 3 ms. */
const ITEMS_A_TURN = 64;

/** What a stick carries along; by the line it comes in messages of its own. */
const besideDays: ReadonlySet<number> = new Set([itemType.statement, itemType.document, itemType.entry]);

type Refused = CommitAnswer['refused'][number];

const readDay = (item: Item): CarriedDay | undefined => {
  try {
    return isDay(item) ? dayOfItem(item) : undefined;
  } catch {
    return undefined;
  }
};

/** What came in, item by item as the bundle is read; the bundle counts only once its signature at the end has been read. */
class Intake {
  readonly refused: Refused[] = [];
  readonly #days: (Pick<CarriedDay, 'uid' | 'day' | 'revision'> | undefined)[] = [];
  readonly #series: ReadonlyMap<string, KnownSeries>;
  readonly #today: number;
  #staged = 0;

  constructor(series: ReadonlyMap<string, KnownSeries>, today: number) {
    this.#series = series;
    this.#today = today;
  }

  get staged(): number {
    return this.#staged;
  }

  async *rows(items: Iterable<Item>): AsyncGenerator<Buffer> {
    const rows = new CopyBytes();
    let number = 0;
    for (const item of items) {
      this.#take(rows, number, item);
      number += 1;
      if (number % ITEMS_A_TURN > 0) continue;
      yield* rows.taken();
      await turn();
    }
    yield* rows.end();
  }

  refuse(number: number, code: ItemCode): void {
    const day = this.#days[number];
    this.refused.push({ item: number, ...(day && { uid: day.uid, day: day.day, revision: day.revision }), code });
  }

  #take(rows: CopyBytes, number: number, item: Item): void {
    if (besideDays.has(item.type)) return;
    const carried = readDay(item);
    this.#days[number] = carried && { uid: carried.uid, day: carried.day, revision: carried.revision };
    const series = carried && this.#series.get(carried.uid);
    const fault = !carried ? 'unreadable' : series ? faultOfDay(carried, series.kind, this.#today) : 'unknownSeries';
    if (carried && series && !fault) {
      addDay(rows, number, series.seriesNo, carried);
      this.#staged += 1;
    } else this.refuse(number, fault ?? 'unreadable');
  }
}

/** @throws Failure `credentials` for what the plant did not sign, `conflict` for another epoch, `badRequest` for a damaged file. */
const openBundle = (path: string, { site, epoch, key, oldKey }: Sender, openers: readonly KeyObject[]): BundleReader => {
  const reader = new BundleReader(path, openers);
  const { header } = reader;
  const signer = Buffer.from(header.key, 'base64url');
  const isOwn = header.site === site && (signer.equals(key) || (oldKey ? signer.equals(oldKey) : false));
  if (isOwn && header.epoch === epoch) return reader;
  reader.close();
  throw isOwn
    ? new Failure('conflict', `the bundle is of epoch ${header.epoch}, and the plant is in epoch ${epoch}`)
    : new Failure('credentials', 'the bundle is signed by another plant');
};

export type Commit = { path: string; sender: Sender; openers: readonly KeyObject[]; partitions: BlockPartitions; today: number };

/**
 * Takes in a bundle within a transaction of its own plant: verifies each day while it streams into a staging table, then moves what is
 * newer to its place and works out the hashes above it. The same bundle again changes nothing.
 * @throws Failure where the bundle as a whole is not the plant's; nothing of it is stored then.
 */
export const commitBundle = async (client: PoolClient, commit: Commit): Promise<CommitAnswer> => {
  const { path, sender, openers, partitions, today } = commit;
  const { plantId } = sender;
  const series = await plantSeries(client, plantId);
  const intake = new Intake(series, today);
  const reader = openBundle(path, sender, openers);
  await stage(client, intake.rows(reader.items()));
  const days = await stagedDays(client);
  await partitions.haveDays(client, days);
  const accepted = (await isAllNew(client, plantId, days))
    ? await addStaged(client, plantId)
    : await withIndex(client, async () => {
        for (const number of await dropConflicts(client, plantId)) intake.refuse(number, 'revisionConflict');
        return mergeStaged(client, plantId);
      });
  await renewNodes(client, plantId, days, series.values());
  if (accepted > 0) {
    await noteDays(client, plantId, days);
    await dropClosedTicks(client, plantId);
  }
  const conflicts = intake.refused.filter(({ code }) => code === 'revisionConflict').length;
  return {
    accepted,
    ignored: intake.staged - conflicts - accepted,
    refused: intake.refused.sort((a, b) => a.item - b.item),
  };
};
