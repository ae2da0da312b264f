import type { Page } from '@playwright/test';

type Auth = { headers: { authorization: string } };
/** Headers of the session that a page of the test has. */
export const authOf = (record: string): Auth => {
  const { accessToken } = JSON.parse(record) as { accessToken: string };
  return { headers: { authorization: `Bearer ${accessToken}` } };
};

type Listed = { unitId: string; unitName: string };

/** Nothing waits for a person any more, whatever other tests left. */
export const acknowledgeAll = async (page: Page, url: string, record: string): Promise<void> => {
  const at = `${url}/api/plant/alarms`;
  const { alarms } = (await (await page.request.get(at, authOf(record))).json()) as {
    alarms: { id: string; acknowledgedByName: string | null }[];
  };
  for (const { id } of alarms.filter(({ acknowledgedByName }) => acknowledgedByName === null)) {
    const got = await page.request.post(`${at}/${id}/acknowledge`, authOf(record));
    if (!got.ok()) throw new Error(`${got.status()}: ${await got.text()}`);
  }
};

/** Another program reports something of a unit that has no alarm yet; the alarm waits for a person. */
export const reportAlarm = async (page: Page, url: string, record: string): Promise<Listed> => {
  const ask = async (path: string) => (await page.request.get(`${url}/api/plant/${path}`, authOf(record))).json();
  const { alarms } = (await ask('alarms')) as { alarms: Listed[] };
  const { units } = (await ask('overview')) as { units: Listed[] };
  const unit = units.find(({ unitId }) => !alarms.some((alarm) => alarm.unitId === unitId));
  if (unit === undefined) throw new Error('every unit has an alarm');
  const data = {
    ...{ unitId: unit.unitId, type: 'general', createdOn: new Date().toISOString().replace(/\.\d+Z$/, 'Z') },
    meta: { alertType: 'level_exceed', value: 780, threshold: 720 },
  };
  const got = await page.request.post(`${url}/api/user/alerts`, { ...authOf(record), data });
  if (!got.ok()) throw new Error(`${got.status()}: ${await got.text()}`);
  return unit;
};
