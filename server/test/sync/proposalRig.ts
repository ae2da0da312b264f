import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { readConfig } from '../../config.ts';
import { type SignedText, signedLine } from '../../contract/hub/signing.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import { ManualClock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/time.ts';
import type { Sqlite } from '../../db/open.ts';
import { rawConnectionOf } from '../../db/writer.ts';
import { createProposals } from '../../features/proposals/index.ts';
import { createPlant } from '../../plant.ts';
import { Storage } from '../../storage.ts';
import { silent } from '../httpRig.ts';

const frozenPlant = join(import.meta.dirname, '../../../tests/golden/plant.db.br');
const resources = resolve(import.meta.dirname, '../../../resources');
export const nowMs = Date.parse('2026-11-12T09:33:30Z');
export const HUB = 'hub-key';

export type Said = {
  kind: string;
  target?: string;
  base?: object | null;
  values?: object;
  industryId?: string;
  expiresAt?: string;
  site?: string;
  id?: string;
} & Record<string, unknown>;

/** The recorded plant with all its services, and a hub's key that signs whatever a test wants. */
export const startProposals = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proposals-'));
  writeFileSync(join(folder, 'headworks.db'), brotliDecompressSync(readFileSync(frozenPlant)));
  const clock = new ManualClock(nowMs);
  const storage = new Storage(folder, clock, silent);
  storage.start();
  const config = readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
  const plant = createPlant({ config, storage, resources, clock, log: silent });
  await plant.directory.load();
  await plant.logins.start();
  const { directory, units, users, audit, accounts } = plant;
  const { writer } = storage;
  const site = randomUUID();
  const proposals = createProposals({ ...accounts, writer, directory, units, users, audit, site, clock, log: silent });
  const { privateKey, publicKey: key } = generateKeyPairSync('ed25519');
  let number = 0;
  const signed = ({ kind, target = '', base = null, values = {}, ...more }: Said): SignedText & { id: string } => {
    number += 1;
    const id = more.id ?? randomUUID();
    const text = canonicalJson({
      ...{ format: 'headworks-proposal-1', id, number, site, industryId: 'DEMO', kind, target, base, values, reason: 'a test' },
      author: { user: 'asha', name: 'Asha' },
      ...{ createdAt: new Date(nowMs).toISOString(), expiresAt: new Date(nowMs + DAY_MS).toISOString(), ...more },
    });
    return { id, text, signature: sign(null, Buffer.from(signedLine.proposal + text), privateKey).toString('base64url') };
  };
  const take = (...all: SignedText[]) => proposals.take(all, { hub: HUB, key, industries: ['DEMO'] });
  /** Takes one in. @returns its id. */
  const come = async (said: Said): Promise<string> => {
    const one = signed(said);
    await take(one);
    return one.id;
  };
  const shown = async (id: string) => (await proposals.state()).proposals.find((one) => one.id === id);
  const userNamed = (username: string) => {
    const user = users.usersOf('DEMO').find((one) => one.username === username);
    if (!user) throw new Error(`no user ${username}`);
    return user;
  };
  /** Whoever clicks. */
  const person = (username = 'admin') => {
    const { id: userId, permissions } = userNamed(username);
    return { userId, username, permissions, isPresent: true };
  };
  const unit = (id: string) => directory.unit('DEMO', id);
  const sqlite: Sqlite = rawConnectionOf(writer);
  return {
    ...{ proposals, clock, sqlite, directory, plant, take, come, signed, shown, person, userNamed, unit },
    stop: async () => {
      await plant.logins.stop();
      await audit.stop();
      await storage.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
export type ProposalRig = Awaited<ReturnType<typeof startProposals>>;

/** Every row of every table but those that say what was proposed and what people did. */
export const tablesOf = (sqlite: Sqlite, without: readonly string[] = []): Record<string, unknown[]> => {
  const names = sqlite
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sync_%' and name not like 'sqlite_%'
       and name not like 'reading_%' and name not like 'day_%' and name not like 'audit%' and name not in ('row_checksum') order by name`,
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    names.filter((name) => !without.includes(name)).map((name) => [name, sqlite.prepare(`select * from "${name}"`).all()]),
  );
};
