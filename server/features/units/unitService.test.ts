import { describe, expect, it } from 'vitest';
import { code, emptyBlock } from '../../core/slots.ts';
import { sealPart } from '../../historian/store/runningPart.ts';
import {
  addIndustry,
  failureOf,
  METER,
  NOW_MS,
  someConnection,
  someDevice,
  someTag,
  someUnit,
} from '../../test/configuredPlant.ts';
import { eachFreshPlant, plant, reopenPlant } from '../../test/freshPlant.ts';

eachFreshPlant();

const COMING_SLOT = NOW_MS / 300_000 + 1;

const add = (fields: Record<string, unknown> = {}, id?: string) => plant.units.create('DEMO', someUnit(fields), id);

const meters = (seriesId: number | undefined): unknown[] =>
  plant.sqlite
    .prepare(
      'select valid_from_slot, modulus, base_per_count, max_per_hour, back_deadband from meter where series_id = ? order by 1',
    )
    .raw()
    .all(seriesId);

const virtual = (name: string, ...unitIds: string[]) => ({
  name,
  type: 'virtual',
  meta: { expression: unitIds.map((unitId) => ({ unitId, factor: 1 })) },
});

describe('the series of a unit', () => {
  it.each([
    ['flow', {}, ['volume counter L', 'flow gauge m3/h']],
    ['stock', {}, ['volume stock L', 'level stock m']],
    ['level', {}, ['level gauge m']],
    ['borewell', {}, ['volume counter L', 'flow gauge m3/h', 'level gauge m bgl']],
    ['energy', {}, ['energy counter Wh', 'power gauge kW', 'apparent counter VAh']],
    ['rain', {}, ['rain counter mm']],
    ['manual', {}, ['volume counter L']],
    [
      'quality',
      { params: { ph: { name: 'pH', unit: 'pH', lt: 6.5, ht: 8.5 }, tds: { name: 'TDS', unit: 'mg/L', lt: null, ht: null } } },
      ['ph gauge pH', 'tds gauge mg/L'],
    ],
  ])('of type %s follow from the type', async (type, meta, expected) => {
    const unit = await add({ type, meta });
    expect(unit.series.map(({ param, kind, measure }) => `${param} ${kind} ${measure}`)).toEqual(expected);
    expect(new Set(unit.series.map(({ uid }) => uid)).size).toBe(expected.length);
    for (const series of unit.series) expect(plant.directory.seriesById(series.id)).toEqual(series);
  });

  it('come and go with the parameters of a quality unit, but never with readings', async () => {
    const ph = { name: 'pH', unit: 'pH', lt: null, ht: null };
    const tds = { name: 'TDS', unit: 'mg/L', lt: null, ht: null };
    const unit = await add({ type: 'quality', meta: { params: { ph } } });
    const grown = await plant.units.change('DEMO', unit.id, someUnit({ type: 'quality', meta: { params: { ph, tds } } }));
    expect(grown.series.map(({ param }) => param)).toEqual(['ph', 'tds']);
    expect(grown.series[0]).toEqual(unit.series[0]);
    const shrunk = await plant.units.change('DEMO', unit.id, someUnit({ type: 'quality', meta: { params: { ph } } }));
    expect(shrunk.series).toHaveLength(1);
    expect(plant.directory.seriesById(grown.series[1]?.id ?? 0)).toBeUndefined();

    plant.sqlite
      .prepare("insert into reading_open (slot, series_id, value, quality) values (1, ?, 7, 'G')")
      .run(unit.series[0]?.id);
    for (const params of [{ tds }, { ph: { ...ph, unit: 'mV' } }]) {
      const failure = await failureOf(() => plant.units.change('DEMO', unit.id, someUnit({ type: 'quality', meta: { params } })));
      expect(failure).toMatchObject({ code: 'conflict', errors: [{ path: 'meta.params.ph' }] });
    }
    expect(plant.directory.unit('DEMO', unit.id)?.meta.params).toEqual({ ph });
  });
});

describe('the meter of a unit', () => {
  it('counts from the beginning, and another one from the coming slot on', async () => {
    const unit = await add();
    const seriesId = unit.series[0]?.id;
    expect(meters(seriesId)).toEqual([[0, 1_000_000, 1000, 100, 1]]);
    await plant.units.change('DEMO', unit.id, someUnit({ meta: { meter: { ...METER, basePerCount: 10, maxPerHour: 50_000 } } }));
    expect(meters(seriesId)).toEqual([
      [0, 1_000_000, 1000, 100, 1],
      [COMING_SLOT, 1_000_000, 10, 50_000, 10],
    ]);
    await plant.units.change(
      'DEMO',
      unit.id,
      someUnit({ name: 'Renamed', meta: { meter: { ...METER, basePerCount: 10, maxPerHour: 50_000 } } }),
    );
    expect(meters(seriesId)).toHaveLength(2);
  });

  it('can be set to count from a given slot', async () => {
    const unit = await add();
    await plant.units.change('DEMO', unit.id, someUnit({ meta: { meter: { ...METER, backDeadband: 5 } } }), {
      meterFromSlot: 77,
    });
    expect(meters(unit.series[0]?.id)).toEqual([
      [0, 1_000_000, 1000, 100, 1],
      [77, 1_000_000, 1000, 100, 5],
    ]);
  });

  it('that was changed leaves its closing reading and the opening reading of the new one', async () => {
    const unit = await add();
    const change = { at: '2020-01-01T00:02:00Z', closing: 800, opening: 12, basePerCount: { new: 10 }, note: 'worn' };
    await plant.units.changeMeter('DEMO', unit.id, change);
    const slot = Date.parse('2020-01-01T00:00:00Z') / 300_000;
    expect(meters(unit.series[0]?.id)).toEqual([
      [0, 1_000_000, 1000, 100, 1],
      // the same pipe: 100 m3 an hour as before
      [slot, 1_000_000, 10, 10_000, 2],
    ]);
    expect(plant.directory.unit('DEMO', unit.id)?.meta.meter).toMatchObject({ basePerCount: 10, maxPerHour: 10_000 });
    for (const wrong of [{ closing: 2e6 }, { opening: 2e6 }, { at: '2200-01-01T00:00:00Z' }, { basePerCount: { old: 5 } }])
      await expect(plant.units.changeMeter('DEMO', unit.id, { ...change, ...wrong })).rejects.toMatchObject({
        code: 'badRequest',
      });
  });

  it('whose closing reading is far from what it showed last is changed only when that is confirmed', async () => {
    const unit = await add();
    const shown = (slot: number, raw: number, mark = 0x4000 + 60) =>
      plant.sqlite
        .prepare("insert into reading_open (slot, series_id, value, quality, raw, mark) values (?, ?, 0, 'G', ?, ?)")
        .run(slot, unit.series[0]?.id, raw, mark);
    const slot = Date.parse('2020-01-01T00:00:00Z') / 300_000;
    shown(slot - 12, 5000);
    // what the counter did not accept is none of its readings
    shown(slot - 6, 900_000, 0);
    shown(slot + 12, 12);
    const change = { at: '2020-01-01T00:02:00Z', opening: 12, basePerCount: {}, note: '' };
    const changed = (closing: number, confirmed?: boolean) =>
      plant.units.changeMeter('DEMO', unit.id, { ...change, closing, ...(confirmed !== undefined && { confirmed }) });
    // two digits changed places; 100 counts an hour are the most
    const message =
      'confirmed must be true where closing is 5300, and the meter showed 5000 at 2019-12-31T23:01:00.000Z and counts at most 120 until the change';
    for (const answer of [undefined, false])
      expect(await failureOf(() => changed(5300, answer))).toMatchObject({
        code: 'badRequest',
        errors: [{ path: 'confirmed', message }],
      });
    expect((await failureOf(() => changed(4900))).message).toContain('closing is 4900, and the meter showed 5000');
    expect(meters(unit.series[0]?.id)).toHaveLength(1);
    await changed(5300, true);
    await changed(5100);
    await changed(5000);
  });

  it('that was not read since is held against the last closed day, and against nothing where it never was', async () => {
    const unit = await add();
    const change = { at: '2020-01-10T00:02:00Z', opening: 12, basePerCount: {}, note: '' };
    const changed = (closing: number) => plant.units.changeMeter('DEMO', unit.id, { ...change, closing });
    await changed(700_000);
    const day = Date.parse('2020-01-05') / 86_400_000;
    plant.sqlite
      .prepare('insert into day_total (series_id, day, expected, complete, counter_close) values (?, ?, 288, 288, 999000)')
      .run(unit.series[0]?.id, day);
    expect((await failureOf(() => changed(700_000))).message).toContain('the meter showed 999000 at 2020-01-05 and');
    // it began anew at 1 000 000
    await changed(5000);
  });

  it('is not said to have been changed before the plant joined: what it counted until then would be spread over all years since', async () => {
    const unit = await add();
    Object.assign(plant.directory.industry('DEMO') ?? {}, { joinedAtMs: Date.parse('2026-01-10T08:00:00Z') });
    const change = { closing: 800, opening: 12, basePerCount: {}, note: '' };
    expect(
      await failureOf(() => plant.units.changeMeter('DEMO', unit.id, { ...change, at: '2016-03-01T00:02:00Z' })),
    ).toMatchObject({
      code: 'badRequest',
      errors: [{ path: 'at', message: 'at is before the plant joined at 2026-01-10T08:00:00.000Z' }],
    });
    expect(meters(unit.series[0]?.id)).toHaveLength(1);
    // on the day before the plant was set up
    await plant.units.changeMeter('DEMO', unit.id, { ...change, basePerCount: { new: 10 }, at: '2026-01-09T09:00:00Z' });
    expect(meters(unit.series[0]?.id)).toHaveLength(2);
  });

  it('that was changed for one of larger counts believes no more water than before, and one step back of what it shows', async () => {
    const unit = await add({ meta: { meter: { ...METER, backDeadband: 3 } } });
    const change = { at: '2020-01-01T00:02:00Z', closing: 800, opening: 12, note: '' };
    await plant.units.changeMeter('DEMO', unit.id, { ...change, basePerCount: { new: 5000 } });
    expect(meters(unit.series[0]?.id).at(-1)).toEqual([expect.any(Number), 1_000_000, 5000, 20, 1]);
  });

  it('that was changed is entered again with another reading: the old one still counts as it did', async () => {
    const unit = await add();
    const change = { at: '2020-01-01T00:02:00Z', closing: 800, opening: 12, basePerCount: { new: 10 }, note: '' };
    await plant.units.changeMeter('DEMO', unit.id, change);
    await plant.units.changeMeter('DEMO', unit.id, { ...change, closing: 807, basePerCount: { old: 1000, new: 10 } });
    const rows = plant.sqlite.prepare('select closing, old_base_per_count from meter_change').raw().all();
    expect(rows).toEqual([[807, 1000]]);
    expect(meters(unit.series[0]?.id)).toMatchObject([{ 2: 1000 }, { 2: 10 }]);
  });

  it('that was changed twice, the later change entered first, counts in between by the meter that was there', async () => {
    const unit = await add();
    const change = (at: string, basePerCount: object) =>
      plant.units.changeMeter('DEMO', unit.id, { at, closing: 800, opening: 12, basePerCount, note: '' });
    await change('2020-01-02T00:02:00Z', { new: 10 });
    await change('2020-01-01T00:02:00Z', { new: 100 });
    const [first, second] = ['2020-01-01', '2020-01-02'].map((date) => Date.parse(date) / 300_000);
    expect(meters(unit.series[0]?.id)).toEqual([
      [0, 1_000_000, 1000, 100, 1],
      [first, 1_000_000, 100, 1000, 1],
      [second, 1_000_000, 10, 10_000, 2],
    ]);
    const rows = plant.sqlite.prepare('select slot, old_base_per_count from meter_change order by slot').raw().all();
    expect(rows).toEqual([
      [first, 1000],
      [second, 100],
    ]);
    expect(plant.directory.unit('DEMO', unit.id)?.meta.meter).toMatchObject({ basePerCount: 10, maxPerHour: 10_000 });
    // what the old one is said to have counted by is held against the one that was there then
    await expect(change('2020-01-01T12:00:00Z', { old: 10 })).rejects.toMatchObject({ code: 'badRequest' });
    await change('2020-01-01T12:00:00Z', { old: 100 });
  });

  it('that was changed is entered once by two people who see the same unit', async () => {
    const { id, version } = await add();
    const change = { at: '2020-01-01T00:02:00Z', closing: 800, opening: 12, basePerCount: {}, note: 'worn', version };
    await plant.units.changeMeter('DEMO', id, change);
    await expect(plant.units.changeMeter('DEMO', id, { ...change, at: '2020-01-01T00:07:00Z' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('that comes later counts from the beginning, for both counters of an energy unit', async () => {
    const unit = await add({ type: 'energy' });
    await plant.units.change('DEMO', unit.id, someUnit({ type: 'energy', meta: { meter: METER } }));
    const [energy, power, apparent] = unit.series.map(({ id }) => meters(id));
    expect(energy).toEqual([[0, 1_000_000, 1000, 100, 1]]);
    expect(apparent).toEqual(energy);
    expect(power).toEqual([]);
  });
});

describe('deleting a unit', () => {
  it('takes its series and meters with it', async () => {
    const unit = await add();
    await plant.units.delete('DEMO', unit.id);
    expect(plant.directory.unit('DEMO', unit.id)).toBeUndefined();
    for (const table of ['unit', 'series', 'meter'])
      expect(plant.sqlite.prepare(`select count(*) from ${table}`).pluck().get()).toBe(0);
  });

  it.each(['reading_open', 'reading_day', 'day_total', 'counter_event'])(
    'is refused while %s has something of it',
    async (table) => {
      const unit = await add();
      const required = {
        reading_open: "(slot, series_id, quality) values (1, ?, 'G')",
        reading_day: "(day, first_slot, slots, packed, series_id) values (1, 1, 1, x'00', ?)",
        day_total: '(day, expected, complete, series_id) values (1, 1, 1, ?)',
        counter_event: "(slot, kind, series_id) values (1, 'rollover', ?)",
      }[table];
      plant.sqlite.prepare(`insert into ${table} ${required}`).run(unit.series[0]?.id);
      expect(await failureOf(() => plant.units.delete('DEMO', unit.id))).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('deployed: false'),
      });
    },
  );

  it('is refused while a slot that is not over has something of it', async () => {
    const unit = await add();
    const id = unit.series[0]?.id ?? 0;
    const { sqlite } = plant;
    const block = emptyBlock(1, 1024);
    block.quality[id % 1024] = code.G;
    const { slot, part, places, packed, checksum } = sealPart(1, Math.floor(id / 1024), block);
    sqlite.prepare('insert into reading_running values (?, ?, ?, ?, ?)').run(slot, part, places, packed, checksum);
    expect(await failureOf(() => plant.units.delete('DEMO', unit.id))).toMatchObject({ code: 'conflict' });
    sqlite.exec('delete from reading_running');
    await plant.units.delete('DEMO', unit.id);
  });

  it('is refused while it counts the water of another one', async () => {
    const unit = await add();
    const pump = await add({ type: 'energy', name: 'Pump', meta: { meter: METER, flowUnitId: unit.id } });
    expect(await failureOf(() => plant.units.delete('DEMO', unit.id))).toMatchObject({
      code: 'conflict',
      message: 'Borewell main is the meter of the water of Pump',
    });
    await plant.units.delete('DEMO', pump.id);
    await plant.units.delete('DEMO', unit.id);
  });

  it('is refused while a virtual unit adds it or a tag feeds it', async () => {
    const unit = await add();
    const sum = await add(virtual('Sum', unit.id));
    expect((await failureOf(() => plant.units.delete('DEMO', unit.id))).message).toContain('Sum');
    await plant.units.delete('DEMO', sum.id);
    const { id: connectionId } = await plant.connections.create('DEMO', someConnection());
    const { id: deviceId } = await plant.devices.create('DEMO', someDevice(connectionId));
    const tag = await plant.tags.create('DEMO', someTag(deviceId, { unitId: unit.id, param: 'volume' }));
    expect(await failureOf(() => plant.units.delete('DEMO', unit.id))).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/tag Total/),
    });
    await plant.tags.delete('DEMO', tag.id);
    await plant.units.delete('DEMO', unit.id);
  });
});

describe('the directory', () => {
  it('is the same after everything is read again', async () => {
    const flow = await add({ position: 2, standardCategoryIds: ['ID_SOURCE'] });
    await add({ ...virtual('Sum', flow.id), position: 1, deployed: false, maxCapacity: 12.5 });
    const before = [plant.directory.industries(), plant.directory.categories('DEMO'), plant.directory.units('DEMO')];
    await reopenPlant();
    expect([plant.directory.industries(), plant.directory.categories('DEMO'), plant.directory.units('DEMO')]).toEqual(before);
    expect(plant.directory.units('DEMO').map(({ name }) => name)).toEqual(['Sum', 'Borewell main']);
  });

  it('keeps industries apart', async () => {
    await addIndustry(plant, 'NORTH');
    const unit = await add();
    expect(plant.directory.unit('NORTH', unit.id)).toBeUndefined();
    expect(await failureOf(() => plant.units.change('NORTH', unit.id, someUnit({}, 'NORTH')))).toMatchObject({
      code: 'notFound',
    });
    expect(await failureOf(() => plant.units.delete('NORTH', unit.id))).toMatchObject({ code: 'notFound' });
    expect(
      (await failureOf(() => plant.units.create('NORTH', someUnit({ ...virtual('V', unit.id), subCategoryId: 'NORTH-sub' }))))
        .errors,
    ).toMatchObject([{ message: expect.stringMatching(/does not exist/) }]);
    expect(await failureOf(() => plant.units.create('NORTH', someUnit()))).toMatchObject({ errors: [{ path: 'subCategoryId' }] });
  });

  it('announces every change after it was applied, and none that failed', async () => {
    const seen: unknown[] = [];
    plant.bus.on('test', 'configurationChanged', ({ industryId }) =>
      seen.push([industryId, plant.directory.units(industryId).length]),
    );
    await add();
    await failureOf(() => add({ subCategoryId: 'nowhere' }));
    await add();
    expect(seen).toEqual([
      ['DEMO', 1],
      ['DEMO', 2],
    ]);
  });
});

describe('the unit of measure of a unit', () => {
  it('measures what it counts, or is none', async () => {
    const refusedFor = async (type: string, siUnit: string): Promise<string[]> =>
      ((await failureOf(() => plant.units.create('DEMO', someUnit({ type, siUnit })))).errors ?? []).map(({ path }) => path);
    for (const [type, siUnit] of [
      ['flow', 'NTU'],
      ['flow', 'kWh'],
      ['rain', 'KL'],
      ['energy', 'KL'],
    ] as const)
      expect(await refusedFor(type, siUnit), `${type} ${siUnit}`).toEqual(['siUnit']);
    expect((await plant.units.create('DEMO', someUnit({ siUnit: 'ML' }))).siUnit).toBe('ML');
    expect((await plant.units.create('DEMO', someUnit({ siUnit: '' }))).siUnit).toBe('');
  });
});
