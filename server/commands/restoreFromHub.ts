import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeNote } from '../backup/takeOver.ts';
import { adoptSite, type Identity, loadIdentity, raiseEpoch } from '../bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../bundle/keys.ts';
import { wordsOf } from '../bundle/words.ts';
import type { PairCode } from '../contract/hub/pairing.ts';
import { signedLine } from '../contract/hub/signing.ts';
import { type Receipt, receipt, type Statement, statement } from '../contract/hub/statement.ts';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import { dayNumber } from '../core/shift.ts';
import { openRecovered } from '../db/transfer/recovered.ts';
import { settleRestored } from '../db/transfer/settleRestored.ts';
import { becomePlant, type Fetched, fetchPlant, HubClient, readPairCode, readSigned } from '../features/sync/index.ts';
import { DayTree } from '../historian/index.ts';
import { openReading } from '../jobs/openReading.ts';

export type FromHub = {
  /** Made by the hub's owner for the lost PC. */
  code: string;
  /** Where the plant is made; a folder of its own. */
  into: string;
  program: string;
  say(line: string): void;
  signal: AbortSignal;
};

/** A PC that asked before with another code of the same site goes on with the key whose words were read out. */
const identityIn = (keys: string, site: string, nowMs: number): Identity => {
  if (existsSync(join(keys, 'site.json'))) {
    const found = loadIdentity(keys, nowMs);
    if (found.site === site) return found;
  }
  rmSync(keys, { recursive: true, force: true });
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  return adoptSite(keys, site, nowMs);
};

type Proved = { statement: Statement; receipt: Receipt; atMs: number };

/** The last statement that the lost PC signed and the hub answered with the same. @throws Failure where either did not sign it. */
const provedOf = ({ proved }: Fetched['facts'], site: string, hubKey: Uint8Array): Proved | undefined => {
  if (!proved) return undefined;
  const oldKey = publicKeyOf('ed25519', Buffer.from(proved.key, 'base64url'));
  const stated = readSigned(signedLine.statement, proved.statement, oldKey, statement);
  const answered = readSigned(signedLine.receipt, proved.receipt, publicKeyOf('ed25519', hubKey), receipt);
  if (stated?.site !== site || answered?.statementSeq !== stated.seq)
    throw new Failure('unavailable', 'the last statement of the lost PC is not signed by it');
  return { statement: stated, receipt: answered, atMs: Date.parse(stated.at) };
};

/** Compares the days that came with what the lost PC signed. @returns industries with the last day that is proved; null for none. */
const provedDays = (into: string, { statement: stated }: Proved): [industry: string, date: string | null][] => {
  const { sqlite } = openReading({ dataFolder: into });
  try {
    const tree = new DayTree(sqlite);
    return stated.industries.map(({ id, root, closedTo }) => {
      const found = tree.root({ id: stated.site, epoch: stated.epoch }, id, closedTo === null ? undefined : dayNumber(closedTo));
      return [id, Buffer.from(found).toString('hex') === root ? closedTo : null];
    });
  } finally {
    sqlite.close();
  }
};

const clientOf = ({ url, key, certificate }: PairCode, site: string, identity: Identity): HubClient =>
  new HubClient({
    ...{ url, certificate: certificate ?? null, site, signing: identity.signing, clock: systemClock },
    hubKey: Buffer.from(key, 'base64url'),
    spend: async () => undefined,
  });

/**
 * Makes a lost plant anew from what its hub has of it: the hub's owner lets this PC in by the words of its key, its history, configuration
 * and log are fetched and compared with their hashes and with what the lost PC signed. Broken off, the same command goes on.
 * @returns how many closed days of single series came.
 */
export const restoreFromHub = async ({ code: text, into, program, say, signal }: FromHub): Promise<number> => {
  const nowMs = systemClock.now();
  const code = readPairCode(text, nowMs);
  const { replaces: site } = code;
  if (site === undefined)
    throw new Failure('parameter', 'This code pairs a plant: have one made at the hub for the PC that was lost');
  const keys = join(into, 'keys');
  let identity = identityIn(keys, site, nowMs);
  const client = clientOf(code, site, identity);
  const { hub, name, replacement } = await becomePlant({
    ...{ client, code: { ...code, replaces: site }, identity, program, signal },
    onWaiting: (hubName, plantName) =>
      say(
        `asked ${hubName} for the place of ${plantName}: its owner has to confirm these words: ${wordsOf(publicBytes(identity.signing))}`,
      ),
  });
  if (identity.epoch < replacement.epoch) identity = raiseEpoch(keys, replacement.epoch - 1);
  say(
    `this PC has the place of ${name} now; the words of the one that was lost: ${wordsOf(Buffer.from(replacement.oldKey, 'base64url'))}`,
  );
  const path = join(into, 'headworks.db');
  for (const ending of ['', '-wal', '-shm', '-journal', '-pair.json']) rmSync(path + ending, { force: true });
  const rows = openRecovered(path, systemClock);
  let fetched: Fetched;
  let proved: Proved | undefined;
  try {
    fetched = await fetchPlant({
      ...{ client, rows, signal },
      onDays: (days, of) => say(`${days} of ${of} closed days`),
    });
    proved = provedOf(fetched.facts, site, Buffer.from(code.key, 'base64url'));
    const { url, key, certificate = null } = code;
    rows.putHub({
      url,
      key,
      certificate,
      name: hub.name,
      openingKey: hub.openingKey,
      share: JSON.stringify(fetched.share),
      nowMs,
    });
    const of = fetched.facts.proved;
    if (proved && of)
      rows.putStatement({
        ...{ seq: proved.statement.seq, atMs: proved.atMs, text: of.statement.text, signature: of.statement.signature },
        ...{ receipt: of.receipt.text, receiptSignature: of.receipt.signature },
      });
    rows.lockWriting();
    rows.finish();
  } finally {
    rows.abandon();
  }
  settleRestored(path, { isCopy: false, byHand: true, nowMs });
  reportProof(into, fetched, proved, say);
  writeNote(into, {
    ...{ format: 'headworks-restored-1', as: 'replacement', snapshot: `hub ${hub.name}`, site, epoch: identity.epoch },
    ...{ backupMadeAt: new Date(proved?.atMs ?? 0).toISOString(), restoredAt: new Date(nowMs).toISOString(), days: fetched.days },
  });
  return fetched.days;
};

const reportProof = (
  into: string,
  { kinds, documents, entries }: Fetched,
  proved: Proved | undefined,
  say: FromHub['say'],
): void => {
  say(`${documents} rows of the configuration and ${entries} entries of the logs came`);
  if (!proved) {
    say('the lost PC stated nothing that the hub could prove: compare what came by hand');
    return;
  }
  for (const [industry, date] of provedDays(into, proved))
    say(
      date === null
        ? `${industry}: its closed days are not those that the lost PC stated last`
        : `${industry}: closed days up to ${date} are those that the lost PC signed`,
    );
  const mine = new Map(kinds);
  const other = proved.statement.documents.filter(([kind, of]) => mine.get(kind) !== of).map(([kind]) => kind);
  say(
    other.length === 0
      ? 'its configuration is what the lost PC signed'
      : `newer than what the lost PC signed last: ${other.join(', ')}`,
  );
};
