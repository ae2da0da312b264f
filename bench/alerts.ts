/** A year of 100,000 alerts asked for over HTTP, and 1,000 units that cross their limit in the same slot. */
import { SLOT_MS } from '../server/core/slots.ts';
import { crossing } from '../server/test/alertCrossing.ts';
import { startAlertHttp } from '../server/test/alertHttp.ts';
import { alertYearSql } from '../server/test/alertYear.ts';
import { LoadProcess } from '../server/test/loadClient.ts';
import { bearer } from '../server/test/policyRig.ts';
import { goal, quantile } from '../server/test/readingsLoad.ts';

const ROWS = 100_000;
const ROUNDS = 40;
const DAY_MS = 86_400_000;
const nowMs = Math.floor(Date.now() / SLOT_MS) * SLOT_MS;
const dmy = (daysAgo: number): string =>
  new Date(nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/');

const http = await startAlertHttp();
const client = new LoadProcess();
try {
  await http.plant.restart(alertYearSql({ industryId: 'DEMO', unitId: 'demo-flow', rows: ROWS, nowMs }));
  const headers = bearer(await http.token('admin'));
  const lastOfMonth = '30/09/2026';
  const ranges = Array.from(
    { length: ROUNDS },
    (_, back) => `/alerts/dateRange?startDate=${dmy(back + 40)}&endDate=${dmy(back + 11)}`,
  );
  const paths = {
    'thirty days, others each time': ranges,
    'month by date': `/alerts?date=${lastOfMonth}`,
    'month, one filter': `/alerts?date=${lastOfMonth}&alert_type=general_offline&energyEnabled=true`,
    'month, one unit': `/alerts?date=${lastOfMonth}&unitId=demo-flow-2`,
    'month, admin alerts': `/alerts?date=${lastOfMonth}&adminAlerts=true`,
    'a day': `/alerts?date=${dmy(5)}&type=daily`,
    'a week': `/alerts/dateRange?startDate=${dmy(12)}&endDate=${dmy(6)}`,
    'by type, a month': `/alerts/byType?startDate=01/09/2026&endDate=${lastOfMonth}&categories=device_status,flow_rate`,
    'unit graph of the year': `/alerts/unitGraph?date1=${dmy(0)}&type=YEAR`,
    'notifications, a week': '/notification?days=7',
  };
  const port = Number(new URL(http.plant.url()).port);
  const ask = (path: string | string[], rounds: number) =>
    client.ask({ port, paths: [path].flat().map((one) => `/api/user${one}`), clients: 1, rounds, headers });
  for (const [name, path] of Object.entries(paths)) {
    await ask(path, 5);
    const { ms: times, status, bytes } = await ask(path, ROUNDS);
    if (status.some((one) => one !== 200)) throw new Error(`${path}: ${status.join(' ')}`);
    console.log(`${name}: ${(bytes / ROUNDS / 1024).toFixed(0)} KB`);
    goal(`${name}, p50`, quantile(times, 0.5), 'ms', (ms) => ms <= 30, '<= 30');
    goal(`${name}, p99`, quantile(times, 0.99), 'ms', (ms) => ms <= 80, '<= 80');
  }
} finally {
  client.stop();
  await http.stop();
}

const { alarms, transactions, messages, loopP99Ms, loopMaxMs, slotMs, evaluationMs, processorMs } = await crossing(1000);
goal('units that crossed at once', alarms, 'alarms', (count) => count === 1000, '1000');
goal('transactions for them', transactions, '', (count) => count === 1, '1');
goal('e-mails for them', messages, '', (count) => count <= 11, '<= 11: ten alone, then one digest');
goal('from slot closed to stored', slotMs, 'ms', (ms) => ms < 1000, '< 1000');
goal('a quiet slot of them, median', evaluationMs, 'ms', (ms) => ms < 30, '< 30');
goal('event loop delay meanwhile, p99', loopP99Ms, 'ms', (ms) => ms <= 20, '<= 20');
console.log(`processor time of a quiet slot, median: ${processorMs.toFixed(1)} ms`);
console.log(`longest delay of the event loop meanwhile: ${loopMaxMs.toFixed(1)} ms`);
