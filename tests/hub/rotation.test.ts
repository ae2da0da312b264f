/** The key of a plant is changed: the hub learns the new one from the old, takes both for 90 days, and then the new one alone. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BundleWriter } from '../../server/bundle/bundleWriter.ts';
import { itemOfDay } from '../../server/bundle/dayItems.ts';
import { type Identity, loadIdentity, nextKey } from '../../server/bundle/identity.ts';
import { publicBytes } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { signedLine } from '../../server/contract/hub/signing.ts';
import { ManualClock } from '../../server/core/clock.ts';
import { DAY_MS } from '../../server/core/time.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { dayOf } from '../../server/hub/testing/sentDays.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askedAtMs } from '../golden/frozenPlant.ts';
import { noPython, python } from '../peers/peers.ts';
import { type PlantState, type SyncedHub, startSyncedHub } from './syncedHub.ts';

const root = resolve(import.meta.dirname, '../..');
type Signed = { text: string; signature: string };
type Shown = { site: string; words: string; state: string; rotations: (Signed & { key: string })[] };
type State = PlantState & { proof: { statement: Signed } };

const keyOf = ({ signing }: Identity): string => publicBytes(signing).toString('base64url');
const words = ({ signing }: Identity): string => wordsOf(publicBytes(signing));

describe.skipIf(missingPostgres)(`a plant with another key${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const hubClock = new ManualClock(askedAtMs);
  const identities: Identity[] = [];
  let rig: SyncedHub;
  let admin = '';
  let code = '';
  let atFirst: State;
  beforeAll(async () => {
    rig = await startSyncedHub(hubClock);
    admin = (await loginAt(rig.plant.url, 'admin')).access_token;
    identities.push(own());
    atFirst = (await rig.settledAt(rig.plant.url, admin)) as State;
    ({ code } = await rig.asOwner<{ code: string }>('POST', '/codes'));
  }, 180_000);
  afterAll(() => rig?.stop());

  const own = (): Identity => loadIdentity(join(rig.plantFolder, 'keys'), askedAtMs);
  const round = async (): Promise<State> => {
    const headers = { Authorization: `Bearer ${admin}`, 'Content-Type': 'application/json' };
    await fetch(`${rig.plant.url}/api/plant/sync/runs`, { method: 'POST', headers, body: '{}' });
    return (await rig.settledAt(rig.plant.url, admin)) as State;
  };
  const shown = async (): Promise<Shown> => {
    const { plants } = await rig.asOwner<{ plants: Shown[] }>('GET', '/plants');
    return plants.find(({ site }) => site === rig.state.site) as Shown;
  };
  /** As a person at the plant does it. */
  const prepare = (): string => {
    const command = ['server/commands/rotateKey.ts', '--data', rig.plantFolder];
    return spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' }).stdout;
  };
  let requests = 0;
  const holderOf = (identity: Identity): WirePlant => {
    const holder = new WirePlant(identity, code);
    // above every number that the plant has used
    requests += 100;
    holder.seq = Date.now() + 10 * DAY_MS + requests;
    return holder;
  };
  const heardAs = async (identity: Identity): Promise<unknown> => {
    const { status, body } = await holderOf(identity).ask('GET', '/proposals?after=0', Buffer.alloc(0));
    return status === 200 ? 'heard' : body.code;
  };
  const at = (place: number): Identity => identities[place] as Identity;

  it('is known by it after its next round, at both sides, and is proved as before', async () => {
    expect(prepare()).toMatch(/The next key of this plant has the words: (\w+ ?){8}\n/);
    const state = await round();
    expect(state.lastError).toBeNull();
    identities.push(own());
    expect(keyOf(at(1))).not.toBe(keyOf(at(0)));
    expect(nextKey(join(rig.plantFolder, 'keys'))).toBeUndefined();
    expect(state.words).toBe(words(at(1)));
    expect(state.industries.map(({ provedTo }) => provedTo)).toEqual(atFirst.industries.map(({ closedTo }) => closedTo));
    expect(await shown()).toMatchObject({ words: words(at(1)), state: 'paired', rotations: [{ key: keyOf(at(0)) }] });
  });

  it('asks again where the answer was lost, and that is no second rotation', async () => {
    prepare();
    expect((await round()).lastError).toBeNull();
    identities.push(own());
    const { rotations } = await shown();
    const { text = '', signature } = rotations.at(-1) ?? {};
    const proof = sign(null, Buffer.from(signedLine.rotation + text), at(2).signing).toString('base64url');
    const again = await holderOf(at(1)).ask('POST', '/rotate', { rotation: { text, signature }, proof });
    expect(again.body).toEqual({ oldKeyUntil: new Date(hubClock.now() + 90 * DAY_MS).toISOString() });
    expect((await shown()).rotations).toHaveLength(2);
  });

  it('gets no key from whoever has an old one, or one that is not theirs', async () => {
    const { site, epoch } = at(0);
    const stranger = { ...at(0), signing: generateKeyPairSync('ed25519').privateKey };
    const text = JSON.stringify({
      ...{ at: new Date(askedAtMs).toISOString(), epoch, format: 'headworks-rotation-1', newKey: keyOf(stranger), site },
    });
    const signed = (by: Identity) => sign(null, Buffer.from(signedLine.rotation + text), by.signing).toString('base64url');
    const tried = async (by: Identity, proof: Identity) =>
      (await holderOf(at(2)).ask('POST', '/rotate', { rotation: { text, signature: signed(by) }, proof: signed(proof) })).body
        .code;
    expect(await tried(at(1), stranger)).toBe('badSignature');
    expect(await tried(stranger, stranger)).toBe('badSignature');
    expect(await tried(at(2), at(2))).toBe('badSignature');
    expect((await shown()).words).toBe(words(at(2)));
  });

  it('is accepted with the key before for 90 days, with bundles of that time, and with the one before that never', async () => {
    const path = join(rig.plantFolder, 'before.hwb');
    const writer = new BundleWriter({
      path,
      identity: at(1),
      recipients: [],
      kind: 'days',
      createdMs: 0,
      program: '1',
      schema: 1,
    });
    const { rows } = await rig.postgres.asAdmin((client) =>
      client.query<{ uid: string }>("select uid from series where kind = 'counter' order by uid limit 1"),
    );
    writer.add(...itemOfDay(dayOf(rows[0]?.uid ?? '', Math.floor(askedAtMs / DAY_MS) - 500, 1)));
    writer.finish();
    expect([await heardAs(at(2)), await heardAs(at(1)), await heardAs(at(0))]).toEqual(['heard', 'heard', 'badSignature']);
    expect((await holderOf(at(2)).upload(readFileSync(path))).body).toMatchObject({ accepted: 1, refused: [] });

    hubClock.advance(90 * DAY_MS + 1);
    expect([await heardAs(at(2)), await heardAs(at(1))]).toEqual(['heard', 'badSignature']);
    expect((await holderOf(at(2)).upload(readFileSync(path))).body.code).toBe('damagedBundle');
  });

  it.skipIf(noPython)('is followed by a stranger from its first key to the one of now, with what each signed', async () => {
    const read = (...given: string[]) =>
      spawnSync(python, [join(root, 'tests/peers/read_bundle.py'), ...given], { encoding: 'utf8' });
    const file = join(rig.plantFolder, 'rotations.json');
    const { rotations } = await shown();
    writeFileSync(file, JSON.stringify(rotations));
    expect(JSON.parse(read('rotations', keyOf(at(0)), file).stdout)).toEqual(identities.map(keyOf));
    const statement = join(rig.plantFolder, 'statement.json');
    writeFileSync(statement, JSON.stringify(atFirst.proof.statement));
    expect(read('signed', 'headworks-statement-1', keyOf(at(0)), statement).status).toBe(0);
    expect(read('signed', 'headworks-statement-1', keyOf(at(2)), statement).status).not.toBe(0);
    const [one, two] = rotations;
    writeFileSync(file, JSON.stringify([one, { ...two, signature: one?.signature }]));
    expect(read('rotations', keyOf(at(0)), file).status).not.toBe(0);
  });
});
