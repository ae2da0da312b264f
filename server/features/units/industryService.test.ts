import { describe, expect, it } from 'vitest';
import { failureOf, someUnit } from '../../test/configuredPlant.ts';
import { eachFreshPlant, plant } from '../../test/freshPlant.ts';

eachFreshPlant();

const rule = (fields: object = {}) => ({ timezone: 'Asia/Kolkata', startAt: '07:30:00', shiftName: 'Day', ...fields });

const record = async (): Promise<void> => {
  const unit = await plant.units.create('DEMO', someUnit());
  plant.sqlite
    .prepare("insert into reading_open (slot, series_id, value, quality) values (1, ?, 7, 'G')")
    .run(unit.series[0]?.id);
};

describe('a shift rule', () => {
  it('starts with the coming shift day and leaves the older ones as they are', async () => {
    const { shifts, version } = await plant.industries.changeShift('DEMO', rule({ endAt: '19:30:00' }));
    expect(shifts).toEqual([
      { validFrom: '2026-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' },
      { validFrom: '2026-11-11', timezone: 'Asia/Kolkata', startAt: '07:30:00', endAt: '19:30:00', shiftName: 'Day' },
    ]);
    expect(version).toBe(2);
  });

  it('counts the coming day by the running shift, not by the calendar', async () => {
    // 03:00 on the 11th in Kolkata still belongs to the shift day of the 10th
    plant.clock.set(Date.parse('2026-11-10T21:30:00Z'));
    const { shifts } = await plant.industries.changeShift('DEMO', rule());
    expect(shifts.at(-1)?.validFrom).toBe('2026-11-11');
  });

  it('of the same date is replaced', async () => {
    await plant.industries.changeShift('DEMO', rule());
    const { shifts } = await plant.industries.changeShift('DEMO', rule({ startAt: '08:00:00' }));
    expect(shifts.map(({ startAt }) => startAt)).toEqual(['06:00:00', '08:00:00']);
  });

  it('may reach back while nothing was recorded, and never afterwards', async () => {
    await plant.industries.changeShift('DEMO', rule({ validFrom: '2026-01-01' }));
    expect(plant.directory.industry('DEMO')?.shifts).toHaveLength(1);
    await record();
    for (const validFrom of ['2026-01-01', '2026-11-10'])
      expect(await failureOf(() => plant.industries.changeShift('DEMO', rule({ validFrom })))).toMatchObject({
        code: 'badRequest',
        errors: [{ path: 'validFrom' }],
      });
    await plant.industries.changeShift('DEMO', rule({ validFrom: '2026-11-11' }));
  });

  it.each([
    ['a zone that does not exist', { timezone: 'Asia/Kolkatta' }, 'timezone'],
    ['a fixed offset', { timezone: '+05:30' }, 'timezone'],
    ['a start without seconds', { startAt: '06:00' }, 'startAt'],
    ['a start that is no time', { startAt: '24:00:00' }, 'startAt'],
    ['a start between two slots', { startAt: '06:02:00' }, 'startAt'],
    ['an end that is no time', { endAt: '25:00:00' }, 'endAt'],
  ])('is refused for %s', async (_, fields, path) => {
    const failure = await failureOf(() => plant.industries.changeShift('DEMO', rule(fields)));
    expect(failure).toMatchObject({ code: 'badRequest', errors: [{ path }] });
    expect(plant.directory.industry('DEMO')?.shifts).toHaveLength(1);
  });

  it('is refused when it was made from an older version', async () => {
    await plant.industries.changeShift('DEMO', rule(), 1);
    expect(await failureOf(() => plant.industries.changeShift('DEMO', rule(), 1))).toMatchObject({ code: 'conflict' });
  });
});

describe('an industry', () => {
  it('is refused with a wrong rule, without a rule, and under an id that is taken', async () => {
    const spec = { id: 'EAST', name: 'East', currency: 'INR', joinedAtMs: 0 };
    const good = { validFrom: '2026-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00', endAt: '06:00:00', shiftName: '' };
    const wrong = { ...good, timezone: 'Mars/Olympus' };
    expect(await failureOf(() => plant.industries.create({ ...spec, shifts: [wrong] }))).toMatchObject({ code: 'badRequest' });
    expect(await failureOf(() => plant.industries.create({ ...spec, shifts: [] }))).toMatchObject({ code: 'badRequest' });
    expect(await failureOf(() => plant.industries.create({ ...spec, id: 'DEMO', shifts: [good] }))).toMatchObject({
      code: 'conflict',
    });
    expect(plant.directory.industries().map(({ id }) => id)).toEqual(['DEMO']);
  });

  it('goes only when nothing belongs to it any more', async () => {
    expect(await failureOf(() => plant.industries.delete('DEMO'))).toMatchObject({ code: 'conflict' });
    await plant.categories.deleteSub('DEMO', 'DEMO-sub');
    await plant.categories.delete('DEMO', 'SOURCE_CATEGORY');
    plant.sqlite
      .prepare(
        "insert into user (id, industry_id, username, role, permissions, created_at) values ('u', 'DEMO', 'u', 'admin', '[]', 0)",
      )
      .run();
    expect(await failureOf(() => plant.industries.delete('DEMO'))).toMatchObject({ code: 'conflict' });
    plant.sqlite.prepare("delete from user where id = 'u'").run();
    await plant.industries.delete('DEMO');
    expect(plant.directory.industries()).toEqual([]);
    expect(plant.sqlite.prepare('select count(*) from industry_shift').pluck().get()).toBe(0);
  });
});
