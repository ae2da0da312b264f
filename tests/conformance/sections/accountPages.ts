import { expect } from 'vitest';
import { samples } from '../../../server/test/imageSamples.ts';
import { accepted, hasKeys, listOf, refused, type Section, utc } from '../sentence.ts';
import { read, unitOf, upload } from './accountsParts.ts';

export const logo: Section = {
  name: 'POST /accounts/logoupdate',
  sentences: [
    [
      'a picture in the field image answers logourl',
      async (at) => expect(typeof accepted(await upload(at, new Uint8Array(samples.png))).logourl).toBe('string'),
    ],
    ['a file of another type is 400', async (at) => refused(await upload(at, new TextEncoder().encode('<svg/>')), 400)],
    [
      'a file that is too large is refused',
      async (at) => expect([400, 413]).toContain((await upload(at, new Uint8Array(2_000_000))).status),
    ],
    ['without image it is 1403', async (at) => refused(await upload(at, new Uint8Array(samples.png), 'other'), 1403)],
    [
      'needs ACCOUNT_SETTINGS, else 401',
      async (at) => refused(await upload(at, new Uint8Array(samples.png), 'image', 'viewer'), 401),
    ],
  ],
};

export const pages: Section = {
  name: 'GET /accounts/joinedDate, landingpage, allUnitThresholdUpdate',
  sentences: [
    ['joinedDate is ISO 8601', async (at) => expect(accepted(await at.get('/accounts/joinedDate')).joinedDate).toMatch(utc)],
    [
      'landingpage has AccountInfoPage, meta, siUnit and joiningDate',
      async (at) =>
        hasKeys(accepted(await at.get('/accounts/landingpage', 'viewer')), 'AccountInfoPage', 'meta', 'siUnit', 'joiningDate'),
    ],
    [
      'AccountInfoPage is what GET /accounts/info answers',
      async (at) => {
        expect(accepted(await at.get('/accounts/landingpage')).AccountInfoPage).toEqual(accepted(await at.get('/accounts/info')));
      },
    ],
    [
      'meta has the categories in the fixed order',
      async (at) => {
        const { meta } = accepted(await at.get('/accounts/landingpage')) as { meta: { categories: { categoryId: string }[] } };
        expect(meta.categories.slice(0, 4).map(({ categoryId }) => categoryId)).toEqual([
          'SOURCE_CATEGORY',
          'STOCK_CATEGORY',
          'GROUND_WATER_LEVEL',
          'QUALITY_CATEGORY',
        ]);
      },
    ],
    [
      'siUnit is that of the source category',
      async (at) => expect(accepted(await at.get('/accounts/landingpage')).siUnit).toBe('KL'),
    ],
    [
      'AccountSettingPage is what GET /accounts/settings answers, for who has ACCOUNT_SETTINGS',
      async (at) => {
        expect(accepted(await at.get('/accounts/landingpage')).AccountSettingPage).toEqual(await read(at));
      },
    ],
    [
      'AccountSettingPage is not there for others',
      async (at) => expect(accepted(await at.get('/accounts/landingpage', 'viewer'))).not.toHaveProperty('AccountSettingPage'),
    ],
    [
      'newThreshold becomes the daily limit of each consumption point',
      async (at) => {
        const body = accepted(await at.get('/accounts/allUnitThresholdUpdate?newThreshold=444'));
        expect(body).toMatchObject({ message: 'Unit threshold updated successfully', status: 'success' });
        const { SOURCE_CATEGORY } = accepted(await at.get('/accounts/info'));
        const points = listOf(SOURCE_CATEGORY).filter(({ group }) => group === 'Consumption Points');
        expect(points.length).toBeGreaterThan(0);
        expect(new Set(points.map(({ unitThreshold }) => unitThreshold))).toEqual(new Set([444]));
      },
    ],
    ['units of other groups keep theirs', async (at) => expect((await unitOf(at, 'demo-borewell1')).unitThreshold).toBe(600)],
    [
      'newThreshold is a whole number',
      async (at) => {
        for (const bad of ['', 'x', '1.5'])
          expect((await at.get(`/accounts/allUnitThresholdUpdate?newThreshold=${bad}`)).status, bad).toBe(400);
      },
    ],
    ['it may be left out', async (at) => void accepted(await at.get('/accounts/allUnitThresholdUpdate'))],
    [
      'needs ACCOUNT_SETTINGS, else 401',
      async (at) => refused(await at.get('/accounts/allUnitThresholdUpdate?newThreshold=1', 'operator'), 401),
    ],
  ],
};
