import type { Page } from '@playwright/test';

type Auth = { headers: { authorization: string }; maxRetries: number };
/**
 * What a call beside the page goes with: the session that it has. It is sent again, as each browser does, where a connection that was kept
 * open is closed in the moment in which it is used again.
 */
export const authOf = (record: string): Auth => {
  const { accessToken } = JSON.parse(record) as { accessToken: string };
  return { headers: { authorization: `Bearer ${accessToken}` }, maxRetries: 3 };
};

type Listed = { unitId: string; unitName: string };

/**
 * Another program reports something of a unit that has no alarm yet; the alarm waits for a person.
 * @param shown whose alarms the page is told of, as `alarmsOfOnly` gives them: that unit's from then on too
 */
export const reportAlarm = async (page: Page, url: string, record: string, shown?: Set<string>): Promise<Listed> => {
  const ask = async (path: string) => (await page.request.get(`${url}/api/plant/${path}`, authOf(record))).json();
  const { alarms } = (await ask('alarms')) as { alarms: Listed[] };
  const { units } = (await ask('overview')) as { units: Listed[] };
  const unit = units.find(({ unitId }) => !alarms.some((alarm) => alarm.unitId === unitId));
  if (unit === undefined) throw new Error('every unit has an alarm');
  shown?.add(unit.unitId);
  const data = {
    ...{ unitId: unit.unitId, type: 'general', createdOn: new Date().toISOString().replace(/\.\d+Z$/, 'Z') },
    meta: { alertType: 'level_exceed', value: 780, threshold: 720 },
  };
  const got = await page.request.post(`${url}/api/user/alerts`, { ...authOf(record), data });
  if (!got.ok()) throw new Error(`${got.status()}: ${await got.text()}`);
  return unit;
};

/**
 * The page is told of those alarms alone whose units are put into the set that comes back: what the plant raises by itself at any
 * moment, or other tests left, is none of them.
 */
export const alarmsOfOnly = async (page: Page): Promise<Set<string>> => {
  const units = new Set<string>();
  await page.route('**/api/plant/alarms', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = (await response.json()) as { alarms: Listed[] };
    await route.fulfill({ response, json: { ...body, alarms: body.alarms.filter(({ unitId }) => units.has(unitId)) } });
  });
  return units;
};

/** Of the plant's alarms the page is told those alone that can wait, so that none holds the wall. */
export const nothingUrgent = async (page: Page): Promise<void> => {
  await page.route('**/api/plant/alarms', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = (await response.json()) as { alarms: { priority: number }[] };
    await route.fulfill({ response, json: { ...body, alarms: body.alarms.filter(({ priority }) => priority > 2) } });
  });
};
