import { askAt, bearer, loginAt } from '../../server/test/policyRig.ts';

type Username = Parameters<typeof loginAt>[1];
type Change = readonly [user: Username, method: string, path: string, body: object];

/** What people did on the day of the recording, so that logs, forms and the audit log hold something. */
const changesOf = (alarmId: string): readonly Change[] => [
  ['operator', 'POST', `/api/plant/alarms/${alarmId}/comments`, { text: 'The inflow valve is closed for works.' }],
  ['operator', 'POST', `/api/plant/alarms/${alarmId}/acknowledge`, {}],
  ['admin', 'POST', '/api/plant/alarm-maintenance', { unitId: 'demo-pond', minutes: 240, reason: 'Desilting' }],
  [
    'technician',
    'POST',
    '/api/plant/readings/manual',
    { unitId: 'demo-canteen', from: '2026-11-05T06:00:00Z', values: [120, 95.5, 0], note: 'Read from the dial' },
  ],
  [
    'operator',
    'POST',
    '/api/user/roEfficiency/logActivities',
    { plantId: 'treatment', kind: 'inspection', start: '2026-11-06T05:00:00Z', remark: 'Cartridge filters are clean.' },
  ],
  [
    'admin',
    'POST',
    '/api/user/fwi/userDataInput',
    { step: 1, typeId: 'demo-gate', data: { siteName: 'North gate', areaM2: 2500, district: 'Pune', industryType: 'beverage' } },
  ],
  [
    'admin',
    'POST',
    '/api/user/rainfall/fwi/fetchHistoricalRainfallData',
    {
      unitId: 'demo-rain',
      source: 'csv',
      startDate: '01/07/2026',
      endDate: '02/07/2026',
      csv: '01/07/2026,12.5\n02/07/2026,0.4',
    },
  ],
];

/** Fills the demo with what the API enters. @throws for a change that is refused. */
export const furnish = async (url: string): Promise<void> => {
  const headers = new Map<Username, Record<string, string>>();
  const send = async (user: Username, method: string, path: string, body?: object): Promise<unknown> => {
    if (!headers.has(user)) headers.set(user, bearer((await loginAt(url, user)).access_token));
    const reply = await askAt(url, path, { method, headers: headers.get(user) ?? {}, ...(body && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.body;
  };
  const { alarms } = (await send('operator', 'GET', '/api/plant/alarms')) as { alarms: { id: string }[] };
  for (const [user, method, path, body] of changesOf(alarms[0]?.id ?? 'none')) await send(user, method, path, body);
};
