import { expect } from 'vitest';
import { askAt } from '../../../server/test/policyRig.ts';
import { ownersPassword } from '../plants.ts';
import { accepted, hasKeys, refused, type Section, today, yesterday } from '../sentence.ts';
import { published } from './generalParts.ts';

/** On a server that nobody has set up, and then set up with nothing in it. */
export const empty: Section = {
  name: 'A plant without anything',
  sentences: [
    [
      'the documents are there before anybody set it up',
      async (at) => {
        for (const path of [
          '/api/user/docs',
          '/api/user/docs/openapi.json',
          '/api/plant/docs',
          '/api/plant/docs/openapi.json',
          '/api/user/asyncapi.json',
        ])
          expect((await askAt(at.url, path)).status, path).toBe(200);
      },
    ],
    [
      'nobody can log in before',
      async (at) =>
        expect((await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })).status).toBe(503),
    ],
    [
      'the first owner makes it and logs in',
      async (at) => {
        const code = /setup code (\S+)/.exec(at.printed.join('\n'))?.[1];
        const body = {
          code,
          industry: { id: 'EMPTY', name: 'Empty plant' },
          owner: { username: 'admin', password: ownersPassword, name: 'Owner', email: 'owner@plant.invalid' },
        };
        accepted(await askAt(at.url, '/api/plant/setup', { method: 'POST', body }));
        hasKeys(
          accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: ownersPassword })),
          'access_token',
          'units',
          'categories',
        );
      },
    ],
    [
      'every GET answers without a fault of the server',
      async (at) => {
        const query = `date=${today}&date1=${yesterday}&date2=${today}&startDate=${yesterday}&endDate=${today}&month=11/2026&category=source&type=DAY&unitId=x&categoryId=source&subCategoryId=x&featureData=GWI&typeId=x&categories=flow_rate&dateA1=${today}&dateB1=${today}&ids1=x&ids2=x`;
        for (const [method, path] of published)
          if (method === 'GET') expect((await at.get(`${path}?${query}`)).status, path).toBeLessThan(500);
      },
    ],
    ['no notifications is 201', async (at) => void accepted(await at.get('/notification'), 201)],
    [
      'no credited and debited water is 1401 "Category doesn\'t exist"',
      async (at) => refused(await at.get(`/neutrality?date1=${yesterday}&date2=${today}`), 1401, "Category doesn't exist"),
    ],
    ['no reverse osmosis is 1401', async (at) => refused(await at.get(`/roEfficiency?date1=${today}`), 1401)],
    ['siUnit is KL where nobody set it', async (at) => expect(accepted(await at.get('/accounts/landingpage')).siUnit).toBe('KL')],
    [
      'no leakage alerting: leakageEnabled is false',
      async (at) =>
        expect(
          accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: ownersPassword })).leakageEnabled,
        ).toBe(false),
    ],
    ['a report without data is 1401', async (at) => refused(await at.get(`/report?startDate=${yesterday}`), 1401)],
  ],
};
