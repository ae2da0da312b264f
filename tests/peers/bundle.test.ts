import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { loadIdentity } from '../../server/bundle/identity.ts';
import { publicBytes } from '../../server/bundle/keys.ts';
import { ManualClock } from '../../server/core/clock.ts';
import { openWriter } from '../../server/db/openWriter.ts';
import { rawConnectionOf } from '../../server/db/writer.ts';
import { makeBundle } from '../../server/features/sync/read/bundleStore.ts';
import { readDays, readFacts } from '../../server/features/sync/read/factsStore.ts';
import { stateOf } from '../../server/features/sync/round/proof.ts';
import { noPython, Peers, python } from './peers.ts';

if (noPython) console.log(`skipped: ${noPython}`);

const peers = new Peers();
afterAll(() => peers.end());

const nowMs = Date.parse('2026-11-23T02:00:00Z');
const shared = { industries: ['DEMO'], alarms: true, audit: true, commands: true, people: true, ticks: false, live: false };

/** A bundle of the days of a few series of the frozen plant, with the statement that they belong to. */
const made = async () => {
  const path = join(peers.folder, 'headworks.db');
  writeFileSync(path, brotliDecompressSync(readFileSync(join(import.meta.dirname, '../golden/plant.db.br'))));
  const { writer } = openWriter(path, new ManualClock(nowMs));
  const sqlite = rawConnectionOf(writer);
  sqlite.exec(
    `delete from reading_day where series_id not in (select id from series where industry_id = 'DEMO' order by id limit 6);
     insert or ignore into day_node (industry_id, day)
     select distinct s.industry_id, d.day from reading_day d join series s on s.id = d.series_id`,
  );
  const identity = loadIdentity(join(peers.folder, 'keys'), nowMs);
  const site = { id: identity.site, epoch: identity.epoch };
  const facts = readFacts(sqlite, site, shared);
  const stated = stateOf({ facts, site, seq: 1, previousSeq: 0, nowMs, clockOffsetMs: null, program: '1.0.0' }, identity.signing);
  const bundle = await makeBundle(sqlite, {
    ...{
      folder: peers.folder,
      name: 'days.hwb',
      identity,
      statement: stated.signed,
      statementSeq: 1,
      documents: [],
      entries: [],
    },
    days: readDays(sqlite, 'DEMO', null).map(([day]) => ({ industry: 'DEMO', day, uids: null, without: [] })),
    ...{ recipients: [], program: '1.0.0', schema: facts.schema, nowMs, mostBytes: 1e9, turn: () => Promise.resolve() },
  });
  writer.close();
  return { bundle, stated, key: publicBytes(identity.signing).toString('base64url'), root: facts.industries[0]?.root };
};

const read = (...given: string[]) =>
  spawnSync(python, [join(import.meta.dirname, 'read_bundle.py'), ...given], { encoding: 'utf8', maxBuffer: 1e9 });

describe.skipIf(noPython)('Python that knows docs/sync-format.md alone, with hashlib and openssl', () => {
  it('verifies a bundle with its statement, works out the same root, and finds every changed byte', async () => {
    const { bundle, stated, key, root } = await made();
    const { stdout, stderr } = read('bundle', bundle.path);
    expect(stderr).toBe('');
    const found: { days: number; root: string; statement: object } = JSON.parse(stdout);
    expect(found.days).toBe(bundle.blocks);
    expect(bundle.blocks).toBeGreaterThan(50);
    expect(found.root).toBe(root);
    expect(found.statement).toEqual(stated.body);

    const bytes = readFileSync(bundle.path);
    for (const at of [20, Math.floor(bytes.length / 2), bytes.length - 100, bytes.length - 5]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const path = join(peers.folder, `changed-${at}.hwb`);
      writeFileSync(path, changed);
      expect(read('bundle', path).status, `byte ${at}`).not.toBe(0);
    }

    const signed = join(peers.folder, 'statement.json');
    writeFileSync(signed, JSON.stringify(stated.signed));
    const line = 'headworks-statement-1';
    expect(JSON.parse(read('signed', line, key, signed).stdout)).toEqual(stated.body);
    writeFileSync(signed, JSON.stringify({ ...stated.signed, text: stated.signed.text.replace('"seq":1', '"seq":2') }));
    expect(read('signed', line, key, signed).status).not.toBe(0);
  });
});
