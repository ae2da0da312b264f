import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshWaterStep } from '../../../contract/user/fwi.ts';
import { ManualClock } from '../../../core/clock.ts';
import { fakeDocuments } from '../../../test/fakeDocuments.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { freshWaterRoutes } from './routes.ts';
import { FreshWaterService } from './service.ts';

let rig: Rig;
let service: FreshWaterService;
beforeEach(async () => {
  const directory = new TestPlant()
    .addCategory('RAIN_CATEGORY', ['r'])
    .addUnit({ id: 'gauge', type: 'rain', subCategoryId: 'r' });
  const clock = new ManualClock(0);
  const record = () => Promise.reject(new Error('no step asks for rain'));
  service = new FreshWaterService({ documents: fakeDocuments(), directory, rain: { record } }, () => clock.now());
  rig = await startRig(freshWaterRoutes(service), {
    clock,
    sessions: sessionsOf({ viewer: { caller: someCaller(), panel: false } }),
  });
});
afterEach(() => rig.stop());

const ask = (step: string) => rig.ask(`/api/plant/fresh-water/${step}`, { headers: { authorization: 'Bearer viewer' } });

it('a step can be filled in before anything was stored, and shows afterwards what was entered', async () => {
  const empty = freshWaterStep.reply.parse((await ask('1')).body);
  expect(empty).toMatchObject({ typeId: 'site', version: 0, entered: [] });
  expect(empty.form.map(({ key }) => key)).toContain('areaM2');
  const data = { siteName: 'Works', areaM2: 20_000, district: 'Pune', industryType: 'beverage' };
  await service.save({ industryId: 'DEMO', signal: new AbortController().signal }, { step: 1, data }, 'u1');
  const entered = freshWaterStep.reply.parse((await ask('1')).body);
  expect(entered).toMatchObject({ version: 1, entered: [1] });
  expect(entered.form.find(({ key }) => key === 'areaM2')?.value).toBe(20_000);
});

it('there are six steps', async () => {
  for (const step of ['0', '7', 'x']) expect((await ask(step)).body).toMatchObject({ code: 1403 });
});
