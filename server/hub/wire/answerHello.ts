import { hash, type KeyObject, sign, verify } from 'node:crypto';
import type { PoolClient } from 'pg';
import { publicKeyOf } from '../../bundle/keys.ts';
import type { HelloAnswer } from '../../contract/hub/exchange.ts';
import { type SignedText, signedLine } from '../../contract/hub/signing.ts';
import { type Receipt, STATED_MONTHS, type Statement, type StreamEnd, statement } from '../../contract/hub/statement.ts';
import { rootHash } from '../../core/bytes/blockHash.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import { dateOfDay } from '../../core/shift.ts';
import { dropUnequalDays, unequalDaysOf } from '../commit/unequalDayStore.ts';
import { dropAllTicks } from '../replica/tickStore.ts';
import { kindHashes } from './documentStore.ts';
import { streamEnds } from './entryStore.ts';
import { type KnownPlant, keysOf } from './plantStore.ts';
import { shortenStreams } from './takeEntries.ts';
import { extentOf, lastStatement, monthNodes, newestEpoch, putStatement } from './treeStore.ts';
import { WireRefusal } from './wireRefusal.ts';

/** A server cuts a request off after 30 s: on 256 kbit/s this much comes in 8 s, and a broken line costs no more than it. */
export const MOST_CHUNK_BYTES = 262_144;

type Industry = Statement['industries'][number];
type Need = HelloAnswer['needs']['industries'][number];
type Has = { proved: Receipt['industries'][number]; need: Need | undefined };

/** @throws WireRefusal where the plant did not sign it. */
export const readStatement = ({ text, signature }: SignedText, plant: Pick<KnownPlant, 'site' | 'key' | 'oldKey'>): Statement => {
  const [signed, given] = [Buffer.from(signedLine.statement + text), Buffer.from(signature, 'base64url')];
  if (!keysOf(plant).some((key) => verify(null, signed, publicKeyOf('ed25519', key), given)))
    throw new WireRefusal('badSignature', 'the statement is not signed by the key of its plant');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const read = statement.safeParse(value);
  if (!read.success || read.data.site !== plant.site) throw new WireRefusal('badRequest', 'the statement is not understood');
  return read.data;
};

/** The hub's own hashes of an industry, and what it is missing of what the plant states. */
const industryOf = async (client: PoolClient, plantId: number, { site, epoch }: Statement, stated: Industry): Promise<Has> => {
  const months = await monthNodes(client, plantId, stated.id);
  const { blocks, lastDay } = await extentOf(client, plantId, stated.id);
  const root = rootHash(
    site,
    epoch,
    months.map(([, one]) => Buffer.from(one, 'hex')),
  ).toString('hex');
  const proved = { id: stated.id, root, closedTo: lastDay === null ? null : dateOfDay(lastDay), blocks };
  if (root === stated.root) return { proved, need: undefined };
  const mine = new Map(months);
  const there = new Map(stated.months);
  const oldest = stated.months.length < STATED_MONTHS ? Number.NEGATIVE_INFINITY : Math.min(...there.keys());
  // also months of which the plant has no day any more
  const both = [...there.keys(), ...[...mine.keys()].filter((month) => month >= oldest && !there.has(month))];
  const unequal = both.filter((month) => mine.get(month) !== there.get(month));
  // where a difference stays, what is older would never be looked at behind it
  const older = unequal.length === 0 || mine.size === 0 || (await unequalDaysOf(client, plantId)).length > 0;
  return { proved, need: { id: stated.id, months: unequal, older } };
};

/** As it was signed, and what it says. */
type SignedStatement = { signed: SignedText; stated: Statement };

/**
 * Before anything is taken in that comes with a statement: puts aside what a restored plant has no more of its logs. A plant whose numbers go back
 * without a new epoch is another copy of itself.
 * @param isStick it may have been made before what the line brought since, and come twice: that is no fork.
 * @throws WireRefusal `forked`.
 */
export const followHistory = async (
  client: PoolClient,
  plantId: number,
  { signed: { text }, stated }: SignedStatement,
  isStick = false,
): Promise<void> => {
  const last = await lastStatement(client, plantId, stated.epoch);
  if (isStick && last && stated.seq < last.seq) return;
  await shortenStreams(client, plantId, stated);
  if (last && (stated.seq < last.seq || (stated.seq === last.seq && text !== last.text)))
    throw new WireRefusal('forked', `statement ${stated.seq} comes after number ${last.seq} of the same epoch`);
  // a copy numbers its own on from where it was made, and knows nothing of what the other one stated since
  if (last && stated.seq > last.seq && (stated.previousSeq ?? last.seq) < last.seq)
    throw new WireRefusal('forked', `the plant did not make statement ${last.seq} of its epoch, which the hub has`);
  // a stick brings entries that came while it was written, and may be taken in twice
  if (!last || (isStick && stated.seq === last.seq)) return;
  const ends = new Map((await streamEnds(client, plantId)).map(({ stream, seq }) => [stream, seq]));
  const behind = stated.streams.find(({ name, last: seq }) => (ends.get(name) ?? 0) > seq);
  if (behind) throw new WireRefusal('forked', `the plant has fewer entries of ${behind.name} than it sent in the same epoch`);
};

export type StatementProof = { receipt: SignedText; needs: HelloAnswer['needs']; isEqual: boolean };

/** Compares a plant's statement with the hub's own rows, and signs the hashes of those rows. */
export const proveStatement = async (
  client: PoolClient,
  plantId: number,
  statement: SignedStatement,
  { signing, key, nowMs }: { signing: KeyObject; key: Uint8Array; nowMs: number },
): Promise<StatementProof> => {
  const { stated } = statement;
  const ends: StreamEnd[] = (await streamEnds(client, plantId)).map(({ stream, seq, hash: end }) => ({
    name: stream as StreamEnd['name'],
    last: seq,
    hash: end,
  }));
  const kinds = await kindHashes(client, plantId);
  const all: Has[] = [];
  for (const industry of stated.industries) all.push(await industryOf(client, plantId, stated, industry));
  const body: Receipt = {
    format: 'headworks-receipt-1',
    hub: hash('sha256', key),
    site: stated.site,
    epoch: stated.epoch,
    statementSeq: stated.seq,
    at: new Date(nowMs).toISOString(),
    industries: all.map(({ proved }) => proved),
    streams: ends,
    documents: kinds,
  };
  const text = canonicalJson(body);
  const signature = sign(null, Buffer.from(signedLine.receipt + text), signing).toString('base64url');
  const receipt = { text, signature };
  const [mine, own] = [new Map(kinds), new Map(ends.map((end) => [end.name, end]))];
  const needs = {
    industries: all.flatMap(({ need }) => need ?? []),
    streams: stated.streams
      .filter(({ name, last, hash: end }) => last > 0 && own.get(name)?.hash !== end)
      .map(({ name }) => own.get(name) ?? { name, last: 0, hash: '' }),
    documents: stated.documents.filter(([kind, one]) => mine.get(kind) !== one).map(([kind]) => kind),
  };
  const isEqual = needs.industries.length + needs.streams.length + needs.documents.length === 0;
  const equal = all.filter(({ need }) => need === undefined).map(({ proved }) => proved.id);
  await dropUnequalDays(client, plantId, equal);
  const { epoch, seq } = stated;
  // a restored plant does not have what it sent after its backup
  if (epoch > ((await newestEpoch(client, plantId)) ?? epoch)) await dropAllTicks(client, plantId);
  const row = { epoch, seq, atMs: Date.parse(stated.at), text: statement.signed.text, signature: statement.signed.signature };
  await putStatement(client, plantId, { ...row, receipt: canonicalJson(receipt), isEqual });
  return { receipt, needs, isEqual };
};
