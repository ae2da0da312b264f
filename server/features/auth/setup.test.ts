import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { permissions } from '../../contract/permissions.ts';
import { Failure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import { openDatabase } from '../../db/open.ts';
import { Writer } from '../../db/writer.ts';
import { addIndustry, type Plant, startPlant } from '../../test/configuredPlant.ts';
import { type Reply, type Rig, startRig } from '../../test/httpRig.ts';
import type { AuditEntry, AuditTrail } from '../audit/index.ts';
import { unitRoutes } from '../units/routes.ts';
import { accessRoutes } from './accessRoutes.ts';
import { createAuth } from './create.ts';
import { PasswordRules } from './passwords/passwordRules.ts';
import { authRoutes } from './routes.ts';

let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());

/** A server without an owner, with units beside the first run. */
const startFirst = async () => {
  const plant: Plant = await startPlant();
  const { sqlite } = openDatabase(`${plant.folder}/headworks.db`);
  const lines: string[] = [];
  const log: Log = { debug() {}, info() {}, warn() {}, error() {}, always: (_, line) => void lines.push(line), child: () => log };
  const audited: AuditEntry[] = [];
  const audit: AuditTrail = { record: async () => undefined, append: (_, entry) => void audited.push(entry), gather() {} };
  const logins = createAuth({
    ...plant,
    writer: new Writer(sqlite),
    log,
    keyFolder: `${plant.folder}/keys`,
    audit,
    leakageEnabled: () => false,
    lock: { max: 10, seconds: 900 },
    strangers: { max: 20, seconds: 86_400 },
    mayAskIssuer: () => false,
    confirmedSeconds: 600,
    otp: { sms: undefined, countryCode: '91', text: '{code}', limits: { generate: [], verify: [] }, testCodes: new Map() },
  });
  await logins.start();
  logins.setup.start();
  const routes = [...authRoutes(logins), ...accessRoutes(logins, () => undefined), ...unitRoutes(plant)];
  const rig: Rig = await startRig(routes, { sessions: logins.auth, clock: plant.clock, isSetUp: () => !logins.setup.required });
  stop = async () => {
    await rig.stop();
    sqlite.close();
    plant.close();
    plant.remove();
  };
  const codeOf = (): string => /setup code ([0-9A-Z-]+)/.exec(lines.at(-1) ?? '')?.[1] ?? '';
  const setUp = (code: string, fields: { industry?: object; owner?: object } = {}): Promise<Reply> =>
    rig.ask('/api/plant/setup', {
      method: 'POST',
      body: {
        code,
        industry: { id: 'PLANT', name: 'My plant', timezone: 'Asia/Kolkata', shift: { startAt: '07:00:00' }, ...fields.industry },
        owner: { username: 'owner', password: 'a good password', name: 'Owner', email: 'o@example.com', ...fields.owner },
      },
    });
  const login = () =>
    rig.ask('/api/user/user/login', { headers: { LoginType: 'DEFAULT', username: 'owner', password: 'a good password' } });
  return { plant, logins, lines, rig, audit, audited, codeOf, setUp, login };
};

describe('the first run', () => {
  it('prints one code and answers nothing but setup', async () => {
    const { lines, rig, codeOf, login } = await startFirst();
    expect(lines).toHaveLength(1);
    expect(codeOf()).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    expect(await rig.ask('/api/plant/setup')).toMatchObject({ status: 200, body: { required: true } });
    const required = { status: 503, body: { code: 503, message: 'setup required' } };
    expect(await login()).toMatchObject(required);
    for (const path of ['/api/plant/units', '/api/nowhere', '/files/x'])
      expect(await rig.ask(path), path).toMatchObject(required);
    for (const path of ['/api/user/docs', '/api/plant/docs', '/api/user/docs/openapi.json', '/api/plant/docs/openapi.json'])
      expect((await rig.ask(path)).status, path).toBe(200);
    expect(await rig.ask('/api/plant/setup', { method: 'DELETE' })).toMatchObject(required);
  });

  it('is done once, also where one with the right code had to wait while another ended it', { timeout: 30_000 }, async () => {
    const { codeOf, setUp, logins, login } = await startFirst();
    const code = codeOf();
    const { refuseGuessable } = PasswordRules.prototype;
    let first: Promise<Reply> | undefined;
    vi.spyOn(PasswordRules.prototype, 'refuseGuessable').mockImplementation(async function (this: PasswordRules, ...asked) {
      // the later one ends before the password of this one is checked
      first ??= setUp(code);
      if (asked[1] === 'a late password') expect((await first).status).toBe(200);
      return refuseGuessable.apply(this, asked);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const late = await setUp(code, { industry: { id: 'OTHER' }, owner: { username: 'late', password: 'a late password' } });
    expect([late.status, late.body]).toMatchObject([409, { code: 409 }]);
    expect([(await login()).status, logins.users.usersOf('OTHER')]).toEqual([200, []]);
  });

  it('makes industry, shift and an owner who may do everything, and serves at once', async () => {
    const { plant, lines, rig, codeOf, setUp, login } = await startFirst();
    const code = codeOf();
    const answer = await setUp(` ${code.toLowerCase()} `);
    expect([answer.status, answer.body]).toMatchObject([200, { status: 'success' }]);
    expect(await rig.ask('/api/plant/setup')).toMatchObject({ body: { required: false } });
    const session = await login();
    expect(session.body).toMatchObject({ industryId: 'PLANT', industryName: 'My plant', shift: { startAt: '07:00:00' } });
    expect((session.body as { permissions: string[] }).permissions.toSorted()).toEqual([...permissions].toSorted());
    expect(plant.directory.industry('PLANT')?.shifts).toMatchObject([{ timezone: 'Asia/Kolkata', endAt: '07:00:00' }]);
    expect(await setUp(code)).toMatchObject({ status: 409 });
    expect(lines.filter((line) => line.includes(code))).toHaveLength(1);
    expect((await rig.ask('/api/plant/units')).status).toBe(401);
  });

  it('takes five wrong codes a minute', async () => {
    const { plant, codeOf, setUp } = await startFirst();
    for (let i = 0; i < 5; i += 1)
      expect(await setUp('AAAA-AAAA-AAAA')).toMatchObject({ status: 401, body: { code: 1401, message: 'Wrong setup code' } });
    expect(await setUp(codeOf())).toMatchObject({ status: 429 });
    plant.clock.advance(60_000);
    expect((await setUp(codeOf())).status).toBe(200);
  });

  it('can be tried again after what cannot be', async () => {
    const { plant, codeOf, setUp } = await startFirst();
    expect(await setUp(codeOf(), { industry: { timezone: 'Mars/Olympus' } })).toMatchObject({ status: 400, body: { code: 400 } });
    expect(await setUp(codeOf(), { industry: { id: '../x' } })).toMatchObject({ body: { code: 1430 } });
    expect(await setUp(codeOf(), { owner: { password: 'short' } })).toMatchObject({ body: { code: 1430 } });
    expect(plant.directory.industries()).toEqual([]);
    expect((await setUp(codeOf())).status).toBe(200);
  });

  it('makes no owner while the audit log cannot be written, and can be tried again', async () => {
    const { plant, logins, audit, audited, codeOf, setUp } = await startFirst();
    const { append } = audit;
    audit.append = () => {
      throw new Failure('busy', 'no audit log');
    };
    expect((await setUp(codeOf())).status).not.toBe(200);
    expect([logins.users.hasOwner(), plant.directory.industries()]).toEqual([false, []]);
    audit.append = append;
    expect((await setUp(codeOf())).status).toBe(200);
    expect(audited).toMatchObject([{ kind: 'setup', outcome: 'done', industryId: 'PLANT' }]);
  });

  it('goes on where it was cut off before the owner', async () => {
    const { plant, codeOf, setUp, login } = await startFirst();
    const shift = { validFrom: '2026-01-01', timezone: 'UTC', startAt: '00:00:00', endAt: '00:00:00', shiftName: 'x' };
    await plant.industries.create({ id: 'PLANT', name: 'half', currency: 'INR', joinedAtMs: 0, shifts: [shift] });
    expect((await setUp(codeOf())).status).toBe(200);
    expect((await login()).body).toMatchObject({ industryName: 'My plant' });
  });

  it('lets the owner of a plant in again whose people came without passwords', async () => {
    const { plant, logins, lines, rig, setUp, login } = await startFirst();
    await addIndustry(plant, 'PLANT');
    const { id } = await logins.users.add({ username: 'owner', industryId: 'PLANT', role: 'viewer', permissions });
    logins.setup.start();
    const code = /restored: setup code ([0-9A-Z-]+)/.exec(lines.at(-1) ?? '')?.[1] ?? '';
    expect(await setUp(code, { industry: { id: 'OTHER' } })).toMatchObject({
      status: 400,
      body: { message: 'This plant was restored: its id is PLANT', errors: [{ path: 'industry.id' }] },
    });
    expect((await setUp(code)).status).toBe(200);
    expect((await login()).body).toMatchObject({ industryName: 'Plant PLANT', shift: { startAt: '06:00:00' } });
    expect(logins.users.user(id)).toMatchObject({ role: 'admin', active: true });
    expect((await rig.ask('/api/plant/setup')).body).toMatchObject({ required: false });
  });

  it('happens once, also when two bring the code at the same moment', async () => {
    const { logins, codeOf, setUp } = await startFirst();
    const answers = await Promise.all([
      setUp(codeOf()),
      setUp(codeOf(), { industry: { id: 'OTHER' }, owner: { username: 'b' } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([...logins.users.usersOf('PLANT'), ...logins.users.usersOf('OTHER')]).toHaveLength(1);
    logins.setup.start();
    expect(logins.setup.required).toBe(false);
  });
});

it('the owner’s password is none that people guess: then nothing is set up', async () => {
  const { codeOf, setUp, logins } = await startFirst();
  expect(await setUp(codeOf(), { owner: { password: 'password1234' } })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('owner.password is easily guessed') },
  });
  expect(logins.setup.required).toBe(true);
  expect((await setUp(codeOf())).status).toBe(200);
  expect(logins.setup.required).toBe(false);
});
