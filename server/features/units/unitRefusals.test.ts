import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, METER, someConnection, someDevice, someTag, someUnit } from '../../test/configuredPlant.ts';
import { eachFreshPlant, plant } from '../../test/freshPlant.ts';

eachFreshPlant();

const add = (fields: Record<string, unknown> = {}, id?: string) => plant.units.create('DEMO', someUnit(fields), id);

const virtual = (name: string, ...unitIds: string[]) => ({
  name,
  type: 'virtual',
  meta: { expression: unitIds.map((unitId) => ({ unitId, factor: 1 })) },
});

describe('a unit is refused with field and reason', () => {
  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ['an unknown sub-category', { subCategoryId: 'nowhere' }, 'subCategoryId', /does not exist/],
    ['a virtual unit without parts', { type: 'virtual' }, 'meta.expression', /needed/],
    [
      'parts of a unit that is not virtual',
      { meta: { meter: METER, expression: [{ unitId: 'a', factor: 1 }] } },
      'meta.expression',
      /virtual/,
    ],
    ['parts that do not exist', virtual('V', 'ghost'), 'meta.expression.0.unitId', /ghost does not exist/],
    ['a quality unit without parameters', { type: 'quality' }, 'meta.params', /needed/],
    ['a meter where nothing counts', { type: 'level', meta: { meter: METER } }, 'meta.meter', /only/],
    ['a tank of a flow', { meta: { tank: { shape: 'vertical_cylinder', diameter: 2, height: 3 } } }, 'meta.tank', /stock/],
    [
      'a display that turns round within a slot',
      { meta: { meter: { ...METER, modulus: 8 } } },
      'meta.meter.modulus',
      /5 minutes/,
    ],
    [
      'limits the wrong way round',
      { type: 'quality', meta: { params: { ph: { name: 'pH', unit: '', lt: 9, ht: 6 } } } },
      'meta.params.ph.ht',
      /below lt/,
    ],
    [
      'the water of an unknown meter',
      { type: 'energy', meta: { meter: METER, flowUnitId: 'ghost' } },
      'meta.flowUnitId',
      /ghost/,
    ],
    ['a well of a tank', { type: 'stock', meta: { well: {} } }, 'meta.well', /borewell and level units only/],
  ])('%s', async (_, fields, path, message) => {
    const failure = await failureOf(() => add(fields));
    expect(failure.code).toBe('badRequest');
    expect(failure.errors).toContainEqual({ path, message: expect.stringMatching(message) });
    expect(plant.directory.units('DEMO')).toEqual([]);
  });

  it('a changed type', async () => {
    const unit = await add();
    expect(await failureOf(() => plant.units.change('DEMO', unit.id, someUnit({ type: 'level', meta: {} })))).toMatchObject({
      code: 'badRequest',
      errors: [{ path: 'type' }],
    });
  });

  it('a part that is a tank, is itself, or is there twice', async () => {
    const tank = await add({ type: 'stock' });
    const flow = await add();
    expect((await failureOf(() => add(virtual('V', tank.id)))).message).toMatch(/Borewell main is a stock unit/);
    expect((await failureOf(() => add(virtual('V', flow.id, flow.id)))).message).toMatch(/twice/);
    const sum = await add(virtual('V', flow.id));
    expect((await failureOf(() => plant.units.change('DEMO', sum.id, someUnit(virtual('V', sum.id))))).message).toMatch(
      /part of itself/,
    );
  });

  it('a version that is no longer the present one', async () => {
    const unit = await add();
    await plant.units.change('DEMO', unit.id, someUnit({ name: 'First' }), { version: unit.version });
    const late = await failureOf(() =>
      plant.units.change('DEMO', unit.id, someUnit({ name: 'Second' }), { version: unit.version }),
    );
    expect(late).toMatchObject({ code: 'conflict', errors: [{ path: 'version' }] });
    expect(plant.directory.unit('DEMO', unit.id)).toMatchObject({ name: 'First', version: 2 });
  });

  it('a meter that a counting tag of it needs', async () => {
    const unit = await add();
    const { id: connectionId } = await plant.connections.create('DEMO', someConnection());
    const { id: deviceId } = await plant.devices.create('DEMO', someDevice(connectionId));
    await plant.tags.create('DEMO', someTag(deviceId, { unitId: unit.id, param: 'volume' }));
    const failure = await failureOf(() => plant.units.change('DEMO', unit.id, someUnit({ meta: {} })));
    expect(failure).toMatchObject({
      code: 'badRequest',
      errors: [{ path: 'meta', message: expect.stringMatching(/tag Total.*meta\.meter/) }],
    });
  });
});

describe('cycles among virtual units', () => {
  it('are refused and named', async () => {
    const flow = await add({ name: 'Main' });
    const a = await add(virtual('A', flow.id));
    const b = await add(virtual('B', a.id));
    const c = await add(virtual('C', b.id, flow.id));
    const failure = await failureOf(() => plant.units.change('DEMO', a.id, someUnit(virtual('A', flow.id, c.id))));
    expect(failure.errors).toEqual([
      { path: 'meta.expression.1.unitId', message: 'meta.expression.1.unitId makes a cycle: A → C → B → A' },
    ]);
  });

  it('never get in, whatever the order of the changes', async () => {
    const change = fc.tuple(fc.nat(5), fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (wishes) => {
        const flow = await add({ name: 'Main' });
        const ids: string[] = [];
        for (let at = 0; at < 6; at += 1) ids.push((await add(virtual(`V${at}`, flow.id))).id);
        const parts = new Map<string, string[]>();
        const reaches = (from: string, target: string): boolean =>
          from === target || (parts.get(from) ?? []).some((part) => reaches(part, target));
        for (const [at, wanted] of wishes) {
          const id = ids[at] ?? '';
          const partIds = wanted.map((one) => ids[one] ?? '');
          const closes = partIds.some((part) => reaches(part, id));
          const outcome = await plant.units.change('DEMO', id, someUnit(virtual(`V${at}`, ...partIds))).then(
            () => 'taken',
            () => 'refused',
          );
          expect(outcome).toBe(closes ? 'refused' : 'taken');
          if (outcome === 'taken') parts.set(id, partIds);
        }
      }),
      { numRuns: 12, seed: 7 },
    );
  });

  it('do not slip in when two changes come at once', async () => {
    const flow = await add();
    const a = await add(virtual('A', flow.id));
    const b = await add(virtual('B', flow.id));
    const outcomes = await Promise.allSettled([
      plant.units.change('DEMO', a.id, someUnit(virtual('A', b.id))),
      plant.units.change('DEMO', b.id, someUnit(virtual('B', a.id))),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});
