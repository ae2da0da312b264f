import type { Endpoint } from '../contract/endpoint.ts';
import { nameOf, pathOf, queryOf } from './policyRig.ts';
import { admins, joined, numbers, type Tenant, type Things } from './tenantThings.ts';
import { canaries } from './twinIndustries.ts';

/** What a row is asked for where its parameters alone do not lead to something of the industry: the query, or a whole path. */
const asked: Readonly<Record<string, (things: Things) => string>> = {
  'GET /api/user/deviceData': ({ day }) => `?date1=${day}&category=source&type=HOUR`,
  'GET /api/user/granular/unit': ({ day, unitId }) => `?date1=${day}&unitId=${unitId}`,
  'GET /api/user/granular/category': ({ day, subCategoryId }) =>
    `?date1=${day}&categoryId=SOURCE_CATEGORY&subCategoryId=${subCategoryId}`,
  'GET /api/user/deviceDataV2': ({ day }) => `?date1=${day}&category=SOURCE_CATEGORY`,
  'GET /api/user/deviceDataV2/compare': ({ day, unitId, roUnitId }) =>
    `?dateA1=${day}&dateB1=${day}&ids1=${unitId}&ids2=${roUnitId}&category=SOURCE_CATEGORY&by=UNIT&type=DAY`,
  'GET /api/user/alerts': ({ day }) => `?date=${day}`,
  'GET /api/user/alerts/unitGraph': ({ day }) => `?date1=${day}`,
  'GET /api/user/alerts/dateRange': ({ day }) => `?startDate=${day}&endDate=${day}`,
  'GET /api/user/alerts/byType': ({ day }) => `?startDate=${day}&endDate=${day}&categories=flow_rate`,
  'GET /api/user/notification': () => '?days=1',
  'GET /api/user/notificationRange': ({ day }) => `?startDate=${day}&endDate=${day}`,
  'GET /api/user/scada/data': ({ day }) => `?date=${day}&type=DAY`,
  'GET /api/user/waterBalance/data': ({ day }) => `?date1=${day}`,
  'GET /api/user/landingPage/userData': ({ day }) => `?date=${day}&type=DAY&summaryData=true&alertsEnabled=true`,
  'GET /api/user/summaryPage': ({ day }) => `?date1=${day}&type=HOUR`,
  'GET /api/user/executiveSummary/data': ({ day }) => `?date=${day}&type=DAY`,
  'GET /api/user/neutrality': ({ day }) => `?date1=${day}&date2=${day}`,
  'GET /api/user/roEfficiency': ({ day }) => `?date1=${day}`,
  'GET /api/user/report': ({ day }) => `?startDate=${day}`,
  'GET /api/user/report/dailySummary': ({ day }) => `?startDate=${day}`,
  'GET /api/user/gwi/data': ({ day }) => `?month=${day.slice(3)}`,
  'GET /api/user/rainfall/trend': ({ day }) => `?date1=${day}`,
  'GET /api/user/rainfall/efficiencySaving': ({ day }) => `?date1=${day}`,
  'GET /api/user/rainfall/fwi/fetchAnalyticsRainfallData': ({ rainUnitId }) => `?unitId=${rainUnitId}`,
  'GET /api/user/fwi/userDataInput': ({ typeId }) => `?typeId=${typeId}`,
  'GET /api/user/additionalFeature': () => '?featureData=GWI,scadaWaterBalance,waterBalance,SATELLITE_MODEL',
  'GET /api/plant/balance/days': ({ day }) => `?date=${day}&days=3`,
  'GET /api/plant/balance/moment': ({ readMs }) => `?at=${new Date(readMs).toISOString()}`,
  'GET /api/plant/overview/moment': ({ readMs }) => `?at=${new Date(readMs).toISOString()}`,
  'GET /api/plant/diagram/moment': ({ readMs }) => `?at=${new Date(readMs).toISOString()}`,
  // an unknown site is one that begins
  'GET /api/plant/fresh-water/{step}': () => '/api/plant/fresh-water/1',
  'GET /api/plant/readings/export': ({ day }) => `?startDate=${day}&endDate=${day}`,
  'GET /api/plant/trend': ({ day, unitId }) => `?date1=${day}&unitId=${unitId}`,
  'GET /api/plant/quality': ({ day }) => `?date1=${day}&days=2`,
  'GET /api/plant/tariff-blocks': ({ day }) => `?date1=${day}`,
  'GET /api/plant/jobs/{id}': ({ jobId }) => `/api/plant/jobs/${jobId}`,
  'GET /api/plant/returns/{kind}': ({ day }) => `/api/plant/returns/groundwater?startDate=${day}&endDate=${day}&format=json`,
  'GET /api/plant/reports/runs/{id}/file': ({ runId }) => `/api/plant/reports/runs/${runId}/file`,
  'GET /files/industry-logo/{name}': ({ logoName }) => `/files/industry-logo/${logoName}`,
  'GET /api/plant/documents/{kind}/versions': () => '/api/plant/documents/waterBalance/versions',
  'GET /api/plant/documents/{kind}/versions/{version}': () => '/api/plant/documents/waterBalance/versions/1',
  'GET /api/plant/settings/{section}/versions': () => '/api/plant/settings/alerts/versions',
  'GET /api/plant/settings/{section}/versions/{version}': () => '/api/plant/settings/alerts/versions/1',
  // what is another industry's was changed by nobody here
  'GET /api/plant/last-changes/{id}': ({ unitId }) => `/api/plant/last-changes/${unitId}`,
  'GET /api/plant/scans/{id}': ({ scanId }) => `/api/plant/scans/${scanId}`,
  'GET /api/plant/registers': ({ toolLineId }) => `?connectionId=${toolLineId}&slaveId=1&space=holding&address=0&count=2`,
  'GET /api/plant/decode-matrix': ({ toolLineId }) => `?connectionId=${toolLineId}&slaveId=1&space=holding&address=0&count=2`,
  'GET /api/plant/register-maps/{id}': ({ mapId }) => `/api/plant/register-maps/${mapId}`,
  'GET /api/plant/display-matches/{id}': ({ matchId }) => `/api/plant/display-matches/${matchId}`,
  'GET /api/plant/register-map-comparison': ({ mapId, laterMapId }) => `?before=${mapId}&after=${laterMapId}`,
  'GET /api/plant/connections/{id}/traffic': ({ toolLineId }) => `/api/plant/connections/${toolLineId}/traffic`,
  'GET /api/plant/connections/{id}/traffic/export': ({ toolLineId }) => `/api/plant/connections/${toolLineId}/traffic/export`,
  'GET /api/plant/connections/{id}/doctor': ({ toolLineId }) => `/api/plant/connections/${toolLineId}/doctor`,
  'GET /api/plant/stress-tests/{id}': ({ stressTestId }) => `/api/plant/stress-tests/${stressTestId}`,
  'GET /api/plant/loop-tests/{id}/photos/{photoId}': ({ loopTestId, photoId }) =>
    `/api/plant/loop-tests/${loopTestId}/photos/${photoId}`,
  'GET /api/plant/alarms/{id}': ({ notificationId }) => `/api/plant/alarms/${notificationId}`,
  'GET /api/plant/alarm-metrics': ({ day }) => `?startDate=${day}&endDate=${day}`,
  'GET /api/plant/features/{featureData}': () => '/api/plant/features/SATELLITE_MODEL',
  'GET /api/plant/deliveries': ({ pastAlarmId }) => `?notificationId=${pastAlarmId}`,
};

/** The address of a row that leads to things of their industry. */
export const questionOf = (row: Endpoint, things: Things): string => {
  const question = asked[nameOf(row)]?.(things);
  if (question === undefined) return pathOf(row, things) + queryOf(row, things);
  return question.startsWith('/') ? question : pathOf(row, things) + question;
};

/** Rows that hold nothing of one industry alone, each with where its answer comes from. */
export const holdsNothing: Readonly<Record<string, string>> = {
  'GET /api/user/accounts/info/lastupdated': 'constant',
  'GET /api/plant/addresses': 'arithmetic',
  'GET /api/plant/serial-ports': 'machine',
  'GET /api/plant/health': 'server',
  'GET /metrics': 'server',
  'GET /api/plant/setup': 'site',
  'GET /api/plant/tls': 'site',
  'GET /api/plant/tls/address': 'site',
  'GET /api/plant/tls/authority': 'site',
  'GET /api/plant/read-only': 'site',
  'GET /api/plant/audit': 'site',
  'GET /api/plant/audit/export': 'site',
  'GET /api/plant/audit/verify': 'site',
  'GET /api/plant/backup': 'site',
  'GET /api/plant/backup/policy': 'site',
  'GET /api/plant/backup/snapshots': 'site',
  'GET /api/plant/server': 'site',
  'GET /api/plant/server/log': 'site',
  'GET /api/plant/server/metrics': 'site',
  'GET /api/plant/server/packages': 'site',
  'GET /api/plant/storage': 'site',
  'GET /api/plant/sync': 'site',
  'GET /api/plant/sync/days': 'site',
  'GET /api/plant/sync/proposals': 'site',
  'GET /api/plant/storage/diagnostics': 'site',
  'GET /api/plant/storage/retention': 'site',
  'GET /files/industry-logo/{name}': 'public',
  'GET /api/user/executiveSummary/virtualLogin': 'ticket',
  'GET /api/user/user/validateCredentials': 'password',
  'GET /api/user/user/login': 'password',
  'GET /api/user/alerts/allIndustries': 'staff',
  'GET /api/plant/executive/grants': 'staff',
};

/** Rows whose answer shows no text, number or other id of the industry: that only their owner is answered must do. */
export const knownByIdOnly: ReadonlySet<string> = new Set([
  'GET /api/plant/users/{id}/sessions',
  'GET /api/plant/loop-tests/{id}/photos/{photoId}',
  'GET /api/plant/last-changes/{id}',
  'GET /api/plant/display-matches/{id}',
]);

/** Rows that take an id in the query and answer an unknown one with nothing in place of 404. */
export const emptyForUnknown: ReadonlySet<string> = new Set([
  'GET /api/user/granular/category',
  'GET /api/plant/devices',
  'GET /api/plant/tags',
  'GET /api/plant/loop-tests',
  'GET /api/plant/commands',
  'GET /api/plant/last-changes/{id}',
]);

/** Texts and ids that only one industry has, as they stand in an answer; found by `seenIn`. */
const textsOf = (tenant: Tenant, { day, readMs, categoryId, industryId, ...ids }: Things): string[] => [
  canaries[tenant],
  ...Object.values(ids),
  new Date(joined[tenant]).toISOString(),
  `"savedBy":"${admins[tenant]}"`,
  `"industryId":"${industryId}"`,
  // 32 bits of a frame
  numbers[tenant].toString(16).padStart(8, '0'),
];

/** Numbers that only one industry has: litres, KL of one unit, of two and of all three, KL with two decimals, and the mm of a day of rain. */
const valuesOf = (tenant: Tenant): RegExp[] => {
  const n = numbers[tenant];
  const values = [n, n / 1000, (2 * n) / 1000, (3 * n) / 1000, Math.round(n / 10) / 100, Math.round(n / 100) / 10];
  return values.map((value) => new RegExp(`[:,[ ]${String(value).replace('.', '\\.')}[,}\\]\\r\\n]`));
};

/** What of an industry stands in an answer, apart from what the question said itself. */
export const seenIn = (answer: string, question: string, tenant: Tenant, things: Things): string[] => {
  const text = answer.toLowerCase();
  return [
    ...textsOf(tenant, things).filter((one) => text.includes(one.toLowerCase()) && !question.includes(one)),
    ...valuesOf(tenant).flatMap((value) => value.exec(answer)?.[0] ?? []),
  ];
};
