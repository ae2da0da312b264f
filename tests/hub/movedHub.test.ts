/** A hub of two clusters: a plant is moved between them while it sends, over HTTP. */
import { verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../server/bundle/keys.ts';
import { PAIR_CODE_PREFIX, pairCode } from '../../server/contract/hub/pairing.ts';
import { signedLine, signedText } from '../../server/contract/hub/signing.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { moveTo, type PlantState, type SyncedHub, shownPlant, startSyncedHub } from './syncedHub.ts';

const PASSWORD = 'seven quiet pumps under a bridge';
const ROUNDS = 20;
const questions = ['01/11/2026', '08/11/2026', '10/11/2026'].flatMap((day) => [
  `/api/user/deviceDataV2?date1=${day}&category=ID_SOURCE`,
  `/api/user/granular/unit?date1=${day}&unitId=demo-line1`,
  `/api/user/granular/unit?date1=${day}&unitId=demo-rawTank`,
  `/api/user/summaryPage?type=DATE&date1=${day}`,
  `/api/user/waterBalance/data?date1=${day}`,
]);
const settled = (text: string): string => text.replace(/"requestId":"[^"]*"/, '"requestId":"any"');

describe.skipIf(missingPostgres)(`a hub of two clusters${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let second: PostgresRig;
  let hub: SyncedHub;
  let token = '';
  let state: PlantState;
  const movedWhileSending: number[] = [];

  beforeAll(async () => {
    second = await startPostgres();
    hub = await startSyncedHub(undefined, undefined, {
      clusters: { 1: second.url },
      duringRound: async ({ asOwner, site, runAgain, settled: roundEnded }) => {
        let isSending = true;
        // a round that was asked to wait goes on in the next
        const sending = (async () => {
          let sent = await roundEnded();
          for (let rounds = 0; sent.lastError !== null && rounds < ROUNDS; rounds += 1) sent = await runAgain();
        })().finally(() => {
          isSending = false;
        });
        for (let cluster = 1; isSending || cluster === 0; cluster = 1 - cluster) {
          await moveTo(asOwner, site, cluster);
          movedWhileSending.push((await shownPlant(asOwner, site))?.blocks ?? 0);
        }
        await sending;
      },
    });
    ({ state } = hub);
    // the last round may have been asked to wait too
    if (state.lastError !== null) state = await hub.runAgain();
    const { site } = state;
    await hub.asOwner('POST', '/people', { username: 'admin', name: 'Admin', password: PASSWORD });
    await hub.asOwner('POST', '/grants', { username: 'admin', site, industryId: 'DEMO', role: 'admin' });
    const headers = { LoginType: 'DEFAULT', username: 'admin', password: PASSWORD };
    const login = await fetch(`${hub.hubUrl}/api/user/user/login`, { headers });
    token = ((await login.json()) as { access_token: string }).access_token;
  }, 600_000);
  afterAll(async () => {
    await hub?.stop();
    second?.stop();
  });

  const answersOf = (base: string, of: string): Promise<string[]> =>
    Promise.all(
      questions.map(async (path) => {
        const response = await fetch(base + path, { headers: { authorization: `Bearer ${of}` } });
        return `${path} ${response.status} ${settled(await response.text())}`;
      }),
    );
  const countAt = (rig: PostgresRig, table: string): Promise<number> =>
    rig.asAdmin(async (admin) => {
      const { rows } = await admin.query<{ n: number }>(`select count(*)::int n from ${table}`);
      return rows[0]?.n ?? 0;
    });

  it('has proved every closed day of a plant that was moved there and back while it sent', () => {
    expect(movedWhileSending.length).toBeGreaterThanOrEqual(2);
    expect(movedWhileSending.at(-1)).toBeGreaterThan(0);
    expect(state.lastError).toBeNull();
    for (const { closedTo, provedTo } of state.industries) expect(provedTo).toBe(closedTo);
  });

  it('answers what it answered before, byte by byte, and as the plant; nothing of it stays where it was', async () => {
    const atHub = `${hub.hubUrl}/plants/${state.site}`;
    const before = await answersOf(atHub, token);
    expect(before.filter((one) => one.includes(' 200 '))).toHaveLength(questions.length);
    const tables = ['series', 'block', 'day_node', 'month_node', 'entry', 'document', 'statement', 'plant_change'];
    const counts = await Promise.all(tables.map((table) => countAt(hub.postgres, table)));
    await moveTo(hub.asOwner, state.site, 1);
    expect(await Promise.all(tables.map((table) => countAt(second, table)))).toEqual(counts);
    expect(await Promise.all(tables.map((table) => countAt(hub.postgres, table)))).toEqual(tables.map(() => 0));
    expect(await answersOf(atHub, token)).toEqual(before);
    const atPlant = (await loginAt(hub.plant.url, 'admin')).access_token;
    expect(await answersOf(hub.plant.url, atPlant)).toEqual(before);
  }, 120_000);

  it('goes on with the plant there: its next statement is equal to what the hub has', async () => {
    state = await hub.runAgain();
    expect(state.lastError).toBeNull();
    for (const { closedTo, provedTo } of state.industries) expect(provedTo).toBe(closedTo);
    expect(await shownPlant(hub.asOwner, state.site)).toMatchObject({ cluster: 1, statement: { isEqual: true } });
  });

  it('has statements and receipts there that still verify', async () => {
    const { code } = await hub.asOwner<{ code: string }>('POST', '/codes');
    const { key } = pairCode.parse(JSON.parse(Buffer.from(code.slice(PAIR_CODE_PREFIX.length), 'base64url').toString()));
    const plantKey = await hub.postgres.asAdmin(
      async (admin) => (await admin.query<{ key: Buffer }>('select key from plant')).rows[0]?.key,
    );
    const rows = await second.asAdmin(async (admin) => {
      const answer = await admin.query<{ body: string; signature: string; receipt: string }>(
        'select body, signature, receipt from statement where is_equal',
      );
      return answer.rows;
    });
    expect(rows.length).toBeGreaterThan(0);
    const isSigned = (line: string, text: string, signature: string, signer: Uint8Array): boolean =>
      verify(null, Buffer.from(line + text), publicKeyOf('ed25519', signer), Buffer.from(signature, 'base64url'));
    for (const { body, signature, receipt } of rows) {
      expect(isSigned(signedLine.statement, body, signature, plantKey ?? Buffer.alloc(0))).toBe(true);
      const given = signedText.parse(JSON.parse(receipt));
      expect(isSigned(signedLine.receipt, given.text, given.signature, Buffer.from(key, 'base64url'))).toBe(true);
    }
  });

  it('does not move a plant to where it is, nor to a cluster that nobody named', async () => {
    const to = (cluster: number) => hub.asOwner('PUT', `/plants/${state.site}/cluster`, { cluster });
    await expect(to(1)).rejects.toThrow('409');
    await expect(to(7)).rejects.toThrow('404');
  });
});
