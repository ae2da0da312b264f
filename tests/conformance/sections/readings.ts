import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import type { ConformancePlant } from '../plants.ts';
import { accepted, bodyOf, hasKeys, listOf, refused, type Section, today, utc, yesterday } from '../sentence.ts';

type Json = Record<string, unknown>;
/** A question about one endpoint: the smallest that is answered, with parameters changed or left out. */
const about =
  (path: string, smallest: Readonly<Record<string, string>>) =>
  (at: ConformancePlant, changed: Readonly<Record<string, string | undefined>> = {}): Promise<Reply> => {
    const kept = Object.entries({ ...smallest, ...changed }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return at.get(`${path}?${new URLSearchParams(kept)}`);
  };

const v1 = about('/deviceData/', { date1: yesterday, category: 'source', type: 'HOUR' });
const required = (ask: typeof v1, ...names: string[]): Section['sentences'] =>
  names.map((name) => [
    `${name} is required: 1403`,
    async (at) => refused(await ask(at, { [name]: undefined }), 1403, `${name} missing`),
  ]);
const strictDate = (ask: typeof v1, ...names: string[]): Section['sentences'] =>
  names.map((name) => [
    `${name} is a date that exists, as DD/MM/YYYY`,
    async (at) => {
      for (const bad of ['2026-11-11', '1/11/2026', '31/02/2026', '11/13/2026', 'x'])
        refused(await ask(at, { [name]: bad }), 1403);
    },
  ]);
const withoutStamp = (reply: Reply): Json => ({ ...accepted(reply), refreshedAt: 0, requestId: 0 });
const same = async (one: Promise<Reply>, other: Promise<Reply>): Promise<void> => {
  const [left, right] = [withoutStamp(await one), withoutStamp(await other)];
  expect(left).toEqual(right);
};
const factorRule = (ask: typeof v1, read: (body: Json) => number): Section['sentences'] => [
  ['divisionFactor is 1000 where absent', async (at) => same(ask(at), ask(at, { divisionFactor: '1000' }))],
  [
    'divisionFactor divides the stored litres',
    async (at) => {
      const [kilolitres, litres] = [read(accepted(await ask(at))), read(accepted(await ask(at, { divisionFactor: '1' })))];
      expect(kilolitres).toBeGreaterThan(0);
      expect(Math.abs(litres / 1000 - kilolitres)).toBeLessThan(0.011);
    },
  ],
  [
    'divisionFactor is a whole number',
    async (at) => {
      for (const bad of ['x', '1.5', '-1']) refused(await ask(at, { divisionFactor: bad }), 1403);
    },
  ],
];

export const deviceData: Section = {
  name: 'GET /deviceData',
  sentences: [
    ...required(v1, 'date1', 'category', 'type'),
    ...strictDate(v1, 'date1', 'date2'),
    ...factorRule(v1, ({ total1 }) => Number(total1)),
    ['divisionFactor 0 is taken as 1000', async (at) => same(v1(at), v1(at, { divisionFactor: '0' }))],
    [
      'category is source, stock, energy or quality',
      async (at) => {
        for (const category of ['source', 'stock', 'energy', 'quality'])
          expect(accepted(await v1(at, { category })).category).toBe(category);
      },
    ],
    ['a category that the user does not have is 1401', async (at) => refused(await v1(at, { category: 'nope' }), 1401)],
    [
      'type is HOUR, DATE, MONTH or YEAR',
      async (at) => {
        for (const type of ['HOUR', 'DATE', 'MONTH', 'YEAR']) expect(accepted(await v1(at, { type })).type).toBe(type);
        refused(await v1(at, { type: 'DAY' }), 1403);
      },
    ],
    [
      'date2 is compared with',
      async (at) => {
        hasKeys(accepted(await v1(at, { date2: today })), 'window1', 'window2', 'total1', 'total2');
        expect(bodyOf(await v1(at))).not.toHaveProperty('total2');
      },
    ],
    [
      'subCategory restricts the answer',
      async (at) => {
        const all = listOf(accepted(await v1(at)).subCategories);
        const one = listOf(accepted(await v1(at, { subCategory: 'production' })).subCategories);
        expect(one.map(({ id }) => id)).toEqual(['production']);
        expect(all.length).toBeGreaterThan(1);
      },
    ],
    [
      'includeToday is true where absent',
      async (at) => same(v1(at, { date1: today }), v1(at, { date1: today, includeToday: 'true' })),
    ],
    [
      'includeToday=false leaves out the latest values',
      async (at) => {
        const subs = listOf(accepted(await v1(at, { date1: today, includeToday: 'false' })).subCategories);
        const units = subs.flatMap(({ units }) => listOf(units));
        expect(units.every(({ latest }) => latest === null)).toBe(true);
      },
    ],
    [
      'quality with HOUR holds a history of 7 days',
      async (at) => {
        const { history } = accepted(await v1(at, { category: 'quality' })) as { history: { days: { date: string }[] } };
        expect(new Set(history.days.map(({ date }) => date)).size).toBe(7);
        expect(accepted(await v1(at, { category: 'quality', type: 'DATE' }))).not.toHaveProperty('history');
      },
    ],
    [
      'the path ends with a slash or not',
      async (at) => same(v1(at), at.get(`/deviceData?date1=${yesterday}&category=source&type=HOUR`)),
    ],
  ],
};

const v2 = about('/deviceDataV2', { date1: yesterday, category: 'ID_SOURCE' });
const unitsOf = (body: Json): Json[] =>
  listOf(body.categories).flatMap(({ subCategories }) => listOf(subCategories).flatMap(({ units }) => listOf(units)));

export const deviceDataV2: Section = {
  name: 'GET /deviceDataV2',
  sentences: [
    ...required(v2, 'date1', 'category'),
    ...strictDate(v2, 'date1', 'date2'),
    ...factorRule(v2, ({ total }) => Number(total)),
    [
      'category is a standard category id',
      async (at) => {
        for (const category of [
          'ID_SOURCE',
          'ID_RAW_WATER_STOCK',
          'ID_CONSUMPTION',
          'ID_WATER_CREDITED',
          'ID_WATER_DEBITED',
          'RO_EFFICIENCY_PLANT',
          'GROUND_WATER_LEVEL',
        ])
          expect(accepted(await v2(at, { category })).standardCategoryId, category).toBe(category);
      },
    ],
    [
      'ALL_CATEGORIES_V2|id gathers all matching categories',
      async (at) => {
        const all = unitsOf(accepted(await v2(at, { category: 'ALL_CATEGORIES_V2|SOURCE_CATEGORY' })));
        expect(all.length).toBeGreaterThan(unitsOf(accepted(await v2(at))).length);
      },
    ],
    [
      'a category that is not there is 1401',
      async (at) => {
        refused(await v2(at, { category: 'nope' }), 1401);
        refused(await v2(at, { category: 'ALL_CATEGORIES_V2|nope' }), 1401);
      },
    ],
    [
      'type is DAY, MONTH, YEAR or CUSTOM, and DAY where absent',
      async (at) => {
        for (const type of ['DAY', 'MONTH', 'YEAR', 'CUSTOM'])
          expect(accepted(await v2(at, { type, date2: today })).type).toBe(type);
        expect(accepted(await v2(at)).type).toBe('DAY');
        refused(await v2(at, { type: 'HOUR' }), 1403);
      },
    ],
    [
      'unitId restricts the answer to one unit',
      async (at) =>
        expect(unitsOf(accepted(await v2(at, { unitId: 'demo-borewell1' }))).map(({ unitId }) => unitId)).toEqual([
          'demo-borewell1',
        ]),
    ],
    [
      'divisionFactor is forced to 1 for GROUND_WATER_LEVEL',
      async (at) =>
        same(v2(at, { category: 'GROUND_WATER_LEVEL' }), v2(at, { category: 'GROUND_WATER_LEVEL', divisionFactor: '1' })),
    ],
    ['formattedOutput is true where absent', async (at) => same(v2(at), v2(at, { formattedOutput: 'true' }))],
    [
      'formattedOutput=false answers the stored documents',
      async (at) => {
        const reply = await v2(at, { formattedOutput: 'false' });
        expect(reply.status).toBe(200);
        expect(reply.text).toContain('"values"');
        expect(reply.text).not.toContain('"displayName"');
      },
    ],
    ['v2 is false where absent', async (at) => same(v2(at), v2(at, { v2: 'false' }))],
    [
      'v2=true is taken for energy',
      async (at) => void accepted(await v2(at, { category: 'ALL_CATEGORIES_V2|ENERGY_CATEGORY', v2: 'true' })),
    ],
    [
      'the formatter follows the standard category',
      async (at) => {
        const quality = unitsOf(accepted(await v2(at, { category: 'ALL_CATEGORIES_V2|QUALITY_CATEGORY' })));
        const energy = unitsOf(accepted(await v2(at, { category: 'ALL_CATEGORIES_V2|ENERGY_CATEGORY' })));
        expect([quality.every((unit) => 'quality' in unit), energy.every((unit) => 'energy' in unit)]).toEqual([true, true]);
      },
    ],
  ],
};

const compare = about('/deviceDataV2/compare', {
  dateA1: yesterday,
  dateB1: today,
  ids1: 'demo-line1',
  ids2: 'demo-line3',
  category: 'ID_CONSUMPTION',
});
const itemsOf = (side: unknown): unknown[] => listOf((side as Json).items).map(({ id }) => id);

export const comparison: Section = {
  name: 'GET /deviceDataV2/compare',
  sentences: [
    ...required(compare, 'dateA1', 'dateB1', 'ids1', 'ids2', 'category'),
    ...strictDate(compare, 'dateA1', 'dateB1'),
    ['answers data1 and data2', async (at) => hasKeys(accepted(await compare(at)), 'data1', 'data2')],
    [
      'ids1 and ids2 may be repeated',
      async (at) => {
        const reply = await at.get(
          `/deviceDataV2/compare?dateA1=${yesterday}&dateB1=${today}&category=ID_CONSUMPTION&ids1=demo-line1&ids1=demo-line2&ids2=demo-line3&ids2=demo-line1`,
        );
        const { data1, data2 } = accepted(reply);
        expect([itemsOf(data1), itemsOf(data2)]).toEqual([
          ['demo-line1', 'demo-line2'],
          ['demo-line3', 'demo-line1'],
        ]);
      },
    ],
    ['by is UNIT where absent', async (at) => same(compare(at), compare(at, { by: 'UNIT' }))],
    [
      'by=SUB_CATEGORY takes the ids for sub-categories',
      async (at) => {
        const { data1 } = accepted(
          await compare(at, { by: 'SUB_CATEGORY', ids1: 'production', ids2: 'utilities', category: 'SOURCE_CATEGORY' }),
        );
        expect(itemsOf(data1)).toEqual(['production']);
      },
    ],
    ['by is UNIT or SUB_CATEGORY', async (at) => refused(await compare(at, { by: 'x' }), 1403)],
    ['type is DAY where absent', async (at) => same(compare(at), compare(at, { type: 'DAY' }))],
    [
      'type is DAY, MONTH, YEAR or CUSTOM',
      async (at) => {
        for (const type of ['DAY', 'MONTH', 'YEAR', 'CUSTOM'])
          accepted(await compare(at, { type, dateA2: yesterday, dateB2: today }));
        refused(await compare(at, { type: 'HOUR' }), 1403);
      },
    ],
    ['divisionFactor is 1000 where absent', async (at) => same(compare(at), compare(at, { divisionFactor: '1000' }))],
  ],
};

const unit = about('/granular/unit', { date1: yesterday, unitId: 'demo-line3' });
const group = about('/granular/category', { date1: yesterday, categoryId: 'source', subCategoryId: 'production' });

export const granular: Section = {
  name: 'Granular data',
  sentences: [
    ...required(unit, 'date1', 'unitId'),
    ...strictDate(unit, 'date1', 'date2'),
    [
      'a day has 288 readings, 5 minutes apart, from the shift start on',
      async (at) => {
        const points = listOf(accepted(await unit(at)).data1);
        expect(points).toHaveLength(288);
        expect(points[0]?.t).toBe('2026-11-11T00:30:00.000Z');
        expect(Date.parse(String(points[1]?.t)) - Date.parse(String(points[0]?.t))).toBe(300_000);
      },
    ],
    [
      'a slot without a reading is 0',
      async (at) => {
        const missing = listOf(accepted(await unit(at, { date1: today })).data1).filter(({ q }) => q === 'M');
        expect(missing.length).toBeGreaterThan(0);
        expect(missing.every(({ v }) => v === 0)).toBe(true);
      },
    ],
    [
      'values are divided by divisionFactor, 1000 where absent',
      async (at) => {
        await same(unit(at), unit(at, { divisionFactor: '1000' }));
        const sum = (reply: Reply): number => listOf(accepted(reply).data1).reduce((all, { v }) => all + Number(v), 0);
        expect(sum(await unit(at, { divisionFactor: '1' })) / 1000).toBeCloseTo(sum(await unit(at)), 1);
      },
    ],
    [
      'data2 is there only with date2',
      async (at) => {
        expect(accepted(await unit(at))).not.toHaveProperty('data2');
        hasKeys(accepted(await unit(at, { date2: today })), 'data1', 'data2');
      },
    ],
    ...required(group, 'date1', 'categoryId', 'subCategoryId'),
    [
      'readings of a sub-category are the sum of its units',
      async (at) => {
        const sum = (body: Json): number => listOf(body.data1).reduce((all, { v }) => all + Number(v), 0);
        const whole = sum(accepted(await group(at)));
        const { subCategories } = accepted(await v1(at, { subCategory: 'production' }));
        const ids = listOf(listOf(subCategories)[0]?.units).map(({ unitId }) => String(unitId));
        let parts = 0;
        for (const unitId of ids) parts += sum(accepted(await unit(at, { unitId })));
        expect(whole).toBeCloseTo(parts, 0);
      },
    ],
    ['isStandardCategory is false where absent', async (at) => same(group(at), group(at, { isStandardCategory: 'false' }))],
    [
      'isStandardCategory=true reads the standard categories view',
      async (at) => {
        expect(
          listOf(accepted(await group(at, { categoryId: 'ID_CONSUMPTION', isStandardCategory: 'true' })).data1),
        ).toHaveLength(288);
      },
    ],
    [
      'an unknown sub-category gives empty lists',
      async (at) => expect(accepted(await group(at, { subCategoryId: 'nope' }))).toMatchObject({ data1: [] }),
    ],
    ['date2 adds data2', async (at) => hasKeys(accepted(await group(at, { date2: today })), 'data1', 'data2')],
  ],
};

const report = about('/report', { startDate: yesterday });
const summary = about('/report/dailySummary', { startDate: yesterday });
const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const reports: Section = {
  name: 'Reports',
  sentences: [
    [
      'is a download: Content-Disposition attachment',
      async (at) => expect((await report(at)).headers['content-disposition']).toMatch(/^attachment;/),
    ],
    ...Object.entries(types).map(([reportFormat, type]): Section['sentences'][number] => [
      `${reportFormat} is sent as ${type}`,
      async (at) => {
        const reply = await report(at, { reportFormat });
        expect([reply.status, String(reply.headers['content-type']).split(';')[0]]).toEqual([200, type]);
      },
    ]),
    [
      'reportFormat is html where absent',
      async (at) => expect((await report(at)).headers['content-type']).toMatch(/^text\/html/),
    ],
    ['carries when it was made, in local time as HH:MM AM/PM', async (at) => expect((await report(at)).text).toMatch(/03:03 PM/)],
    ['startDate is the running shift day where absent', async (at) => expect((await at.get('/report')).text).toContain(today)],
    [
      'endDate is required for hourly, granular, daily_range and monthly_range',
      async (at) => {
        for (const reportType of ['hourly', 'granular', 'daily_range', 'monthly_range'])
          expect((await report(at, { reportType })).status, reportType).toBe(400);
      },
    ],
    [
      'the named report types are made',
      async (at) => {
        for (const reportType of ['daily', 'monthly']) expect((await report(at, { reportType })).status, reportType).toBe(200);
        for (const reportType of ['hourly', 'granular', 'daily_range', 'monthly_range'])
          expect((await report(at, { reportType, endDate: yesterday, unitId: 'demo-line1' })).status, reportType).toBe(200);
      },
    ],
    ['reportType outside the list is 400', async (at) => refused(await report(at, { reportType: 'x' }), 400)],
    ['reportFormat outside the list is 400', async (at) => refused(await report(at, { reportFormat: 'docx' }), 400)],
    ['service outside the list is 400', async (at) => refused(await report(at, { service: 'x' }), 400)],
    [
      'service is water, and smart_city takes subCategories',
      async (at) => {
        expect((await report(at, { service: 'water' })).status).toBe(200);
        expect((await report(at, { service: 'smart_city', subCategories: 'production' })).status).toBe(200);
      },
    ],
    [
      'unitIds is a list; the text "null" filters nothing',
      async (at) => {
        const plain = await report(at, { unitIds: undefined });
        expect((await report(at, { unitIds: 'null' })).text.length).toBe(plain.text.length);
        expect((await report(at, { unitIds: 'demo-line1,demo-line3' })).status).toBe(200);
      },
    ],
    [
      'startTime and endTime are hours of the day',
      async (at) => {
        expect((await report(at, { reportType: 'hourly', endDate: yesterday, startTime: '8', endTime: '12' })).status).toBe(200);
        expect((await report(at, { reportType: 'hourly', endDate: yesterday, startTime: '25', endTime: '30' })).status).toBe(400);
      },
    ],
    [
      'useShift is true where absent, and false takes calendar days',
      async (at) => {
        const shifted = accepted(await summary(at)).window as Json;
        const plain = accepted(await summary(at, { useShift: 'false' })).window as Json;
        expect([shifted.from, plain.from]).toEqual(['2026-11-11T00:30:00.000Z', '2026-11-10T18:30:00.000Z']);
        await same(summary(at), summary(at, { useShift: 'true' }));
      },
    ],
    [
      'format is v1 where absent; v2 is another template',
      async (at) => {
        const [plain, v1Text, v2Text] = [
          (await report(at)).text,
          (await report(at, { format: 'v1' })).text,
          (await report(at, { format: 'v2' })).text,
        ];
        expect([plain === v1Text, plain === v2Text]).toEqual([true, false]);
      },
    ],
    [
      'the token may come as jwt in the query',
      async (at) => {
        const { access_token } = await at.tokensOf('admin');
        expect((await at.ask('GET', `/report?startDate=${yesterday}&jwt=${access_token}`)).status).toBe(200);
      },
    ],
    ['a day without data is 1401', async (at) => refused(await report(at, { startDate: '01/01/2020' }), 1401)],
    [
      'a unit that is not there is 1401',
      async (at) => refused(await report(at, { unitId: 'nope', reportType: 'hourly', endDate: yesterday }), 1401),
    ],
    [
      'targetIndustryId lets an internal user report on another industry',
      async (at) => {
        const reply = await at.ask('GET', `/report?startDate=${yesterday}`, 'staff', { headers: { targetIndustryId: 'NORTH' } });
        const own = await at.get(`/report?startDate=${yesterday}`, 'north');
        expect(reply.status, reply.text).toBe(200);
        expect(/<h1[^>]*>([^<]*)/.exec(reply.text)?.[1]).toBe(/<h1[^>]*>([^<]*)/.exec(own.text)?.[1]);
      },
    ],
    [
      'targetIndustryId does nothing for others',
      async (at) => {
        const reply = await at.ask('GET', `/report?startDate=${yesterday}`, 'admin', { headers: { targetIndustryId: 'NORTH' } });
        expect(reply.text).toBe((await report(at)).text);
      },
    ],
    [
      'dailySummary takes the same parameters and answers JSON',
      async (at) => {
        const reply = await summary(at, {
          reportType: 'daily',
          service: 'water',
          reportFormat: 'html',
          useShift: 'true',
          divisionFactor: '1000',
        });
        expect(reply.headers['content-type']).toMatch(/json/);
        accepted(reply);
      },
    ],
    [
      'times in bodies are ISO 8601 UTC',
      async (at) => {
        const { window } = accepted(await summary(at)) as { window: Json };
        expect([window.from, window.to]).toEqual([expect.stringMatching(utc), expect.stringMatching(utc)]);
      },
    ],
  ],
};

export const sections = [deviceData, deviceDataV2, comparison, granular, reports];
