import { expect } from 'vitest';
import { accepted, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { valuesAt } from './fieldsParts.ts';
import { about, type Json, same, unit, v1 } from './readingsParts.ts';

const v2 = about('/deviceDataV2', { date1: yesterday, category: 'ID_SOURCE' });
const compare = about('/deviceDataV2/compare', {
  dateA1: yesterday,
  dateB1: today,
  ids1: 'demo-line1',
  ids2: 'demo-line3',
  category: 'ID_CONSUMPTION',
});

/** What each type covers for 11/11/2026, and the buckets it is cut into. */
const windows: readonly [
  ask: typeof v1,
  at: string,
  query: Json,
  from: string,
  to: string,
  stepMinutes: number | null,
  count: number,
][] = [
  [v1, 'window1', { type: 'HOUR' }, '2026-11-11', '2026-11-12', 60, 24],
  [v1, 'window1', { type: 'DATE' }, '2026-11-01', '2026-11-12', 1440, 11],
  [v1, 'window1', { type: 'MONTH' }, '2026-01-01', '2026-11-12', null, 11],
  [v2, 'window', { type: 'DAY' }, '2026-11-11', '2026-11-12', 60, 24],
  [v2, 'window', { type: 'MONTH' }, '2026-11-01', '2026-11-12', 1440, 11],
  [v2, 'window', { type: 'YEAR' }, '2026-01-01', '2026-11-12', null, 11],
  [v2, 'window', { type: 'CUSTOM', date2: today }, '2026-11-11', '2026-11-13', 60, 48],
  [v2, 'window', { type: 'CUSTOM', date1: '08/11/2026', date2: yesterday }, '2026-11-08', '2026-11-12', 1440, 4],
];

export const readingRules: Section = {
  name: 'Windows and limits of readings',
  sentences: [
    ...windows.map(([ask, name, query, from, to, stepMinutes, count]): Section['sentences'][number] => [
      `${name === 'window1' ? 'v1' : 'v2'} ${Object.values(query).join(' ')} covers ${from} to ${to} in ${count} buckets`,
      async (at) => {
        const body = accepted(await ask(at, query as Record<string, string>));
        expect(body[name]).toMatchObject({ from: `${from}T00:30:00.000Z`, to: `${to}T00:30:00.000Z` });
        const [first] = valuesAt(body, name === 'window1' ? 'subCategories.*.units.*.series1' : 'graph.*') as Json[];
        expect([first?.stepMinutes, listOf(first?.values).length, String(first?.quality).length]).toEqual([
          stepMinutes,
          count,
          count,
        ]);
      },
    ]),
    [
      'v1 YEAR runs from the day the industry joined',
      async (at) => {
        const joined = String(accepted(await at.get('/accounts/joinedDate')).joinedDate);
        const { window1 } = accepted(await v1(at, { type: 'YEAR' })) as { window1: { from: string } };
        expect(Math.abs(Date.parse(window1.from) - Date.parse(joined))).toBeLessThan(86_400_000);
      },
    ],
    [
      'types are spelled as the document has them, and those of one generation are none of the other',
      async (at) => {
        for (const type of ['hour', 'DAY', 'CUSTOM']) refused(await v1(at, { type }), 1403);
        for (const type of ['day', 'HOUR', 'DATE']) refused(await v2(at, { type }), 1403);
      },
    ],
    [
      'CUSTOM needs date2, and one that is not before date1',
      async (at) => {
        refused(await v2(at, { type: 'CUSTOM' }), 1403, 'date2 missing');
        refused(await v2(at, { type: 'CUSTOM', date2: '09/11/2026' }), 1403);
        refused(await compare(at, { type: 'CUSTOM' }), 1403);
        accepted(await compare(at, { type: 'CUSTOM', dateA2: yesterday, dateB2: today }));
      },
    ],
    [
      'v2: date2 is the end of CUSTOM and nothing beside another type; previous is the window before',
      async (at) => {
        const previous = async (query: Record<string, string>): Promise<unknown> =>
          valuesAt(accepted(await v2(at, query)), 'previous.window.from');
        expect(await previous({ date2: '05/11/2026' })).toEqual(['2026-11-10T00:30:00.000Z']);
        expect(await previous({})).toEqual(['2026-11-10T00:30:00.000Z']);
      },
    ],
    ['v2: divisionFactor 0 is taken as 1000', async (at) => same(v2(at), v2(at, { divisionFactor: '0' }))],
    ['an empty divisionFactor is as good as none', async (at) => same(v1(at), v1(at, { divisionFactor: '' }))],
    [
      'another divisionFactor names its unit, and a limit stays beside its value in that unit',
      async (at) => {
        const [kilolitres, litres] = [accepted(await v2(at)), accepted(await v2(at, { divisionFactor: '1' }))];
        expect([kilolitres.siUnit, litres.siUnit]).toEqual(['KL', 'L']);
        const limits = (body: Json): number[] =>
          valuesAt(body, 'categories.*.subCategories.*.units.*.meta.threshold').map(Number);
        expect(limits(litres)).toEqual(limits(kilolitres).map((one) => one * 1000));
        expect(limits(litres).length).toBeGreaterThan(0);
      },
    ],
    [
      'a yes or no is true, false, 1 or 0 in any case; another word is 1403',
      async (at) => {
        await same(v1(at, { includeToday: 'FALSE' }), v1(at, { includeToday: '0' }));
        await same(v1(at, { includeToday: 'True' }), v1(at, { includeToday: '1' }));
        refused(await v1(at, { includeToday: 'maybe' }), 1403);
        refused(await v2(at, { formattedOutput: 'yes' }), 1403);
      },
    ],
    [
      'a parameter that is given twice is 400, one that nobody knows is ignored',
      async (at) => {
        refused(await at.get(`/deviceData?date1=${yesterday}&date1=${today}&category=source&type=HOUR`), 400);
        await same(v1(at), v1(at, { nobodyKnows: 'x' }));
      },
    ],
    ['a parameter that is empty is missing', async (at) => refused(await v1(at, { date1: '' }), 1403, 'date1 missing')],
    [
      'an unknown sub-category, unit, or id to compare is 1401',
      async (at) => {
        refused(await v1(at, { subCategory: 'nope' }), 1401);
        refused(await v2(at, { unitId: 'nope' }), 1401);
        refused(await compare(at, { ids1: 'nope' }), 1401);
        refused(await compare(at, { category: 'nope' }), 1401);
        refused(await unit(at, { unitId: 'nope' }), 1401);
      },
    ],
    [
      'what is wrong with a parameter goes before what is not found',
      async (at) => {
        refused(await v1(at, { category: 'nope', type: 'x' }), 1403);
        refused(await v2(at, { category: 'nope', date1: 'x' }), 1403);
      },
    ],
    [
      'compare: ids may come as a list with commas; both sides hold their own total',
      async (at) => {
        const { data1 } = accepted(await compare(at, { ids1: 'demo-line1,demo-line2' })) as {
          data1: { items: Json[]; total: number };
        };
        expect(data1.items.map(({ id }) => id)).toEqual(['demo-line1', 'demo-line2']);
        expect(data1.total).toBeCloseTo(
          data1.items.reduce((sum, { total }) => sum + Number(total), 0),
          1,
        );
      },
    ],
    [
      'compare: dateA2 and dateB2 are dates too',
      async (at) => {
        for (const name of ['dateA2', 'dateB2']) refused(await compare(at, { [name]: '31/02/2026' }), 1403);
      },
    ],
    [
      'granular: a sub-category by the name of the category family too, and its units are those of the readings',
      async (at) => {
        const group = about('/granular/category', { date1: yesterday, subCategoryId: 'production' });
        await same(group(at, { categoryId: 'source' }), group(at, { categoryId: 'SOURCE_CATEGORY' }));
        expect(accepted(await group(at, { categoryId: 'source', subCategoryId: 'nope', date2: today }))).toMatchObject({
          data1: [],
          data2: [],
        });
      },
    ],
    [
      'granular: both days have 288 slots, also the one that still runs',
      async (at) => {
        const { data1, data2 } = accepted(await unit(at, { date1: today, date2: yesterday }));
        expect([listOf(data1).length, listOf(data2).length]).toEqual([288, 288]);
      },
    ],
    [
      'the units of readings are those of the login answer',
      async (at) => {
        const known = new Set(
          listOf(accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })).units).map(
            ({ unitId }) => unitId,
          ),
        );
        const shown = valuesAt(accepted(await v1(at)), 'subCategories.*.units.*.unitId');
        expect(shown.filter((one) => !known.has(one))).toEqual([]);
      },
    ],
    [
      'an answer comes with an ETag, and the same again is 304 without a body',
      async (at) => {
        const path = `/deviceData?date1=${yesterday}&category=source&type=HOUR`;
        const { etag } = (await at.get(path)).headers;
        const again = await at.ask('GET', path, 'admin', { headers: { 'If-None-Match': String(etag) } });
        expect([again.status, again.text]).toEqual([304, '']);
      },
    ],
  ],
};
