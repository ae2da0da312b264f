import { expect } from 'vitest';
import { accepted, refused, type Section, today, utc, yesterday } from '../sentence.ts';
import { about, type Json, same } from './readingsParts.ts';

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
