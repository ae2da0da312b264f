/** What is done at a hub and what its log says of it are one: where the one cannot be stored the other is not. */
import { sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publicBytes } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { signedLine } from '../../server/contract/hub/signing.ts';
import { canonicalJson } from '../../server/core/bytes/canonicalJson.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { asOwner, identityOf, pairedPlant, plantOf, rig, series, serveHub, url } from './wiredHub.ts';

const password = 'seven quiet pumps under a bridge';
const tables = [
  'hub_user',
  'hub_grant',
  'plant',
  'rotated_key',
  'replaced_key',
  'replacement',
  'pairing_code',
  'hub_key_rotation',
  'proposal',
];

describe.skipIf(missingPostgres)(`what is done at a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();
  const wordsFor = ({ identity }: WirePlant): string => wordsOf(publicBytes(identity.signing));
  const confirm =
    (plant: WirePlant, words = wordsFor(plant)) =>
    () =>
      asOwner('POST', `/plants/${plant.identity.site}/confirm`, { words });
  /** All but when and by which number a plant was heard last, and how long the log is. */
  const stored = () =>
    rig.asAdmin(async (admin) => {
      const rows: unknown[][] = [];
      for (const table of tables)
        rows.push((await admin.query(`select to_jsonb(t) - 'last_seq' - 'last_heard' r from ${table} t order by 1`)).rows);
      return rows;
    });
  const lines = () =>
    rig.asAdmin(async (admin) => {
      const { rows } = await admin.query<{ what: string }>("select body::json ->> 'what' what from hub_audit order by seq");
      return rows.map(({ what }) => what);
    });
  /** While its log takes nothing. */
  const without = async (work: () => Promise<{ status: number }>): Promise<number> => {
    await rig.asAdmin((admin) => admin.query('alter table hub_audit rename to hub_audit_away'));
    const { status } = await work();
    await rig.asAdmin((admin) => admin.query('alter table hub_audit_away rename to hub_audit'));
    return status;
  };
  const rotated = (plant: WirePlant) => {
    const { site, epoch, signing } = plant.identity;
    const next = identityOf().signing;
    const text = canonicalJson({
      ...{ format: 'headworks-rotation-1', site, epoch, at: new Date(0).toISOString() },
      newKey: publicBytes(next).toString('base64url'),
    });
    const by = (key: typeof next): string => sign(null, Buffer.from(signedLine.rotation + text), key).toString('base64url');
    return plant.ask('POST', '/rotate', { rotation: { text, signature: by(signing) }, proof: by(next) });
  };

  let session = '';
  const atFleet = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/hub/fleet${path}`, {
      method,
      headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('is refused with its length where no plant would take it, and is in no log', async () => {
    const plant = await pairedPlant();
    const { site } = plant.identity;
    const of = (at: string) =>
      Array.from({ length: 20 }, (_, index) => ({
        ...{ id: `s${index}`, reportType: 'daily', service: 'water', reportFormat: 'pdf', at, enabled: true, recipients: [] },
        unitIds: Array.from({ length: 40 }, () => 'u'.repeat(64)),
      }));
    const industry = { ...series, kind: 'industry', id: '["DEMO"]', body: '{"id":"DEMO","name":"Demo"}' };
    const person = { id: 'a', industry_id: 'DEMO', name: 'Asha', permissions: '[]' };
    const document = JSON.stringify({ schedules: of('06:00') });
    const saved = { industry_id: 'DEMO', section: 'reports', version: 1, document };
    await plant.ask('POST', '/documents', {
      epoch: 1,
      documents: [
        industry,
        { ...series, kind: 'settings_document', id: '["DEMO"]', body: canonicalJson(saved) },
        { ...series, kind: 'user', id: '["a"]', body: canonicalJson(person) },
      ],
    });
    await asOwner('POST', '/people', { username: 'mira', name: 'Mira', password, isOwner: true });
    session = String((await atFleet('POST', '/login', { username: 'mira', password })).body.token);
    const log = await lines();
    const said = { industryId: 'DEMO', kind: 'reportSchedules', target: '', reason: 'later' };
    const { status, body } = await atFleet('POST', `/plants/${site}/proposals`, { ...said, values: { schedules: of('07:00') } });
    expect({ status, message: body.message }).toEqual({
      status: 413,
      message: expect.stringMatching(
        /^values: with what the plant has now they are 1\d{5} letters long, and a plant takes 100000/,
      ),
    });
    expect(await lines()).toEqual(log);
    expect(
      (await atFleet('POST', `/plants/${site}/proposals`, { ...said, values: { schedules: of('07:00').slice(0, 8) } })).status,
    ).toBe(200);
  });

  it('is in its log as often as it was done, and neither where one of the two fails', { timeout: 120_000 }, async () => {
    const [plant, waiting, leaving, turning] = [await pairedPlant(), await plantOf(), await pairedPlant(), await pairedPlant()];
    await waiting.pair();
    await plant.ask('POST', '/documents', {
      epoch: 1,
      documents: [series, { ...series, kind: 'industry', id: '["DEMO"]', body: '{"id":"DEMO","name":"Demo"}' }],
    });
    await asOwner('POST', '/people', { username: 'ravi', name: 'Ravi', password });
    const { site } = plant.identity;
    const grant = { username: 'ravi', site, industryId: 'DEMO' };
    const { body } = await asOwner('POST', `/plants/${site}/replacement`);
    const pc = new WirePlant({ ...identityOf(), site }, body.code);
    expect((await pc.replace()).status).toBe(200);
    await asOwner('POST', '/people', { username: 'lena', name: 'Lena', password, isOwner: true });
    session = String((await atFleet('POST', '/login', { username: 'lena', password })).body.token);
    const proposals = `/plants/${site}/proposals`;
    const said = { industryId: 'DEMO', kind: 'message', target: '', values: { text: 'Flush the line' }, reason: 'summer' };
    let id = '';
    const propose = async () => {
      const answer = await atFleet('POST', proposals, said);
      id = String(answer.body.id);
      return answer;
    };
    const result = { state: 'refused', code: 'declined', message: null, by: 'Meera', at: new Date(0).toISOString() };
    const steps: [string, () => Promise<{ status: number }>][] = [
      ['pairing code made', () => asOwner('POST', '/codes')],
      ['code made for a PC that replaces a lost one', () => asOwner('POST', `/plants/${leaving.identity.site}/replacement`)],
      ['proposal made', propose],
      ['proposal withdrawn', () => atFleet('DELETE', `${proposals}/${id}`)],
      ['proposal made', propose],
      ['proposal answered by the plant', () => plant.ask('POST', `/proposals/${id}/result`, result)],
      ['person added', () => asOwner('POST', '/people', { username: 'asha', name: 'Asha', password })],
      ['person changed', () => asOwner('PATCH', '/people/ravi', { disabled: true })],
      ['access given', () => asOwner('POST', '/grants', { ...grant, role: 'viewer' })],
      ['access taken', () => asOwner('DELETE', '/grants', grant)],
      ['place of a plant set', () => asOwner('PUT', `/plants/${site}/place`, { latitude: 18.5, longitude: 73.8 })],
      ['plant confirmed', confirm(waiting)],
      ['key of a plant rotated', () => rotated(turning)],
      ['lost PC replaced', confirm(plant, wordsFor(pc))],
      ['plant unpaired', () => asOwner('POST', `/plants/${leaving.identity.site}/unpair`)],
    ];
    for (const [what, work] of steps) {
      const [before, log] = [await stored(), await lines()];
      expect(await without(work), what).toBe(500);
      expect([await stored(), await lines()], what).toEqual([before, log]);
      expect((await work()).status, what).toBe(200);
      expect(await stored(), what).not.toEqual(before);
      expect(await lines(), what).toEqual([...log, what]);
    }
  });
});
