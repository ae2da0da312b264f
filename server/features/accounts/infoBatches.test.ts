import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../test/httpRig.ts';
import { eachFresh, FLOW, PATH, patch, QUALITY, rig, set, TANK, unitAt } from '../../test/infoRig.ts';

type Patched = { status: string; applied: number; failed: number; results: { path: string; ok: boolean; error?: string }[] };

const stored = (): unknown =>
  rig.rows(
    "select * from unit union all select id, id, name, meta, version, joined_at, disabled, max_users, max_sso_users, currency, 0, 0, 0, 0 from industry where id = 'DEMO'",
  );

const told = ({ status, body }: Reply) => ({ status, code: (body as { code?: number }).code });

describe('batches of 10', () => {
  eachFresh();
  const thresholds = (count: number, from = 1) =>
    Array.from({ length: count }, (_, at) => ({ path: `/units/${FLOW}/unitThreshold`, value: from + at }));

  it('are applied each whole or not at all', async () => {
    const upsideDown = { path: `/units/${TANK}/lowThreshold/value`, value: 99 };
    await set(`/units/${TANK}/highThreshold/value`, 90);
    const reply = await patch([...thresholds(10), ...thresholds(9, 100), upsideDown, ...thresholds(2, 200)]);
    expect(reply.status).toBe(200);
    const { applied, failed, results } = reply.body as Patched;
    expect({ applied, failed }).toEqual({ applied: 12, failed: 10 });
    expect(results.map(({ ok }) => ok)).toEqual([...Array(10).fill(true), ...Array(10).fill(false), true, true]);
    expect(results[10]?.error).toMatch(/highThreshold/);
    const alone = await patch([{ path: '/meta/note', value: 'x' }, upsideDown]);
    expect((alone.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([upsideDown.path]);
    const quality = await patch([
      { path: `/units/${QUALITY}/highThreshold/ph`, value: 5 },
      { path: `/units/${QUALITY}/lowThreshold/ph`, value: 6 },
    ]);
    expect(quality.body).toMatchObject({
      code: 400,
      message: expect.stringContaining('ph highThreshold must not be below lowThreshold'),
    });
    expect(await unitAt(FLOW)).toMatchObject({ unitThreshold: 201 });
  });

  it('are refused with the reason when none could be applied', async () => {
    const before = stored();
    const reply = await patch([
      { path: '/industryName', value: 'Not this' },
      { path: `/units/${FLOW}/subCategoryId`, value: 'nowhere' },
    ]);
    expect(reply).toMatchObject({ status: 400, body: { code: 400, message: expect.stringContaining('nowhere') } });
    expect(stored()).toEqual(before);
    expect(rig.rows('select * from checkpoint')).toEqual([]);
  });

  it('mean the units of the list as it was, though an earlier batch moves them', async () => {
    const names = Array.from({ length: 9 }, () => ({ path: '/meta/note', value: 'x' }));
    await patch([{ path: `/units/${FLOW}/order`, value: 50 }, ...names, { path: `/units/${FLOW}/unitName`, value: 'Moved' }]);
    expect(rig.plant.directory.unit('DEMO', 'unit-0')).toMatchObject({ name: 'Moved', position: 50 });
  });

  it('leave nothing half written when the storage fails', async () => {
    rig.plant.sqlite.exec("create trigger broken before insert on checkpoint begin select raise(abort, 'broken'); end");
    const before = stored();
    const reply = await patch([
      { path: `/units/${FLOW}/unitThreshold`, value: 3 },
      { path: `/units/${FLOW}/group`, value: 'Half' },
      { path: '/industryName', value: 'Half' },
    ]);
    expect(reply.status).toBe(500);
    expect(stored()).toEqual(before);
    expect(rig.plant.directory.industry('DEMO')?.name).toBe('Plant DEMO');
    expect(rig.audited('unit.threshold')).toEqual([]);
  });
});

describe('two who patch at once', () => {
  eachFresh();
  it('the later is answered with a conflict when it sends the tag of what it saw', async () => {
    const { headers } = await rig.call('GET', PATH);
    const match = { 'if-match': String(headers.etag) };
    const change = [{ path: `/units/${FLOW}/unitThreshold`, value: 7 }];
    expect((await patch(change, { headers: match })).status).toBe(200);
    expect(told(await patch([{ path: '/industryName', value: 'Late' }], { headers: match }))).toEqual({ status: 409, code: 409 });
    expect((await rig.call('GET', PATH, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(200);
  });
});

describe('any path at all', () => {
  eachFresh();
  const segment = fc.oneof(
    fc.constantFrom(
      'units',
      '0',
      '1',
      '2',
      '9',
      'meta',
      'shift',
      'siUnit',
      '__proto__',
      'constructor',
      'prototype',
      'length',
      'toString',
    ),
    fc.constantFrom(
      'unitThreshold',
      'lowThreshold',
      'value',
      'ph',
      'alertEnabled',
      'params',
      'unitId',
      'maxUsers',
      'disabled',
      '*',
      '',
    ),
    fc.string({ maxLength: 8 }),
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(JSON.parse('{"__proto__":{"x":1}}') as fc.JsonValue, true, 5),
  );
  /** What must not move, whatever is sent. */
  const guarded = () => ({
    industry: rig.rows('select id, joined_at, disabled, max_users, max_sso_users, currency from industry order by id'),
    north: rig.rows("select * from industry where id = 'NORTH'"),
    users: rig.rows('select * from user'),
    units: rig.rows(
      'select id, industry_id, type, standard_category_id, standard_category_ids, created_at from unit order by id',
    ),
  });

  it('touches nothing off the list and leaves Object.prototype clean', async () => {
    const before = guarded();
    await fc.assert(
      fc.asyncProperty(path, value, async (sent, wanted) => {
        const { status } = await set(sent, wanted);
        expect([200, 400, 409]).toContain(status);
        expect(guarded()).toEqual(before);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 300, seed: 11 },
    );
  });
});
