import type { Reply } from './httpRig.ts';
import type { Things } from './tenantThings.ts';

/** What somebody sends to a row to reach a thing of another industry; `seen` is that thing as its owner reads it. */
type Attempt = { path?: string; body?: object; upload?: string };
export type Parties = { own: Things; foreign: Things; seen: Reply['body'] };

const area = (deviceLine: string) => ({ connectionId: deviceLine, slaveId: 1, space: 'holding' });
const frame = { frameId: 'X.Y', slaveId: 1, fn: 6, address: 10, values: [20] };
const rain = { source: 'csv', startDate: '01/07/2026', endDate: '01/07/2026', csv: '01/07/2026,1' };
const words = { minutes: 30, reason: 'not mine' };
const inTable = (things: Things) => ({ date: things.day, type: 'flow_rate' });

/**
 * By row: a request that is right but for whose thing it names. The place of the path's parameter, a whole query, or neither.
 * It is answered with 404, or as `refusals` says.
 */
export const attempts: Readonly<Record<string, (parties: Parties) => Attempt>> = {
  'PUT /api/plant/units/{id}': ({ foreign, seen }) => ({ path: foreign.unitId, body: seen as object }),
  'POST /api/plant/units/{id}/meter-changes': ({ foreign }) => ({
    path: foreign.unitId,
    body: { at: '2026-01-01T00:00:00Z', closing: 1, opening: 0 },
  }),
  'DELETE /api/plant/units/{id}': ({ foreign }) => ({ path: foreign.unitId }),
  'PUT /api/plant/sub-categories/{id}': ({ foreign }) => ({
    path: foreign.subCategoryId,
    body: { categoryId: foreign.categoryId, displayName: 'x', group: '', enabled: true, position: 0, version: 1 },
  }),
  'DELETE /api/plant/sub-categories/{id}': ({ foreign }) => ({ path: foreign.subCategoryId }),
  'PUT /api/plant/connections/{id}': ({ foreign, seen }) => ({ path: foreign.connectionId, body: seen as object }),
  'DELETE /api/plant/connections/{id}': ({ foreign }) => ({ path: foreign.connectionId }),
  'PUT /api/plant/devices/{id}': ({ foreign, seen }) => ({ path: foreign.deviceId, body: seen as object }),
  'DELETE /api/plant/devices/{id}': ({ foreign }) => ({ path: foreign.deviceId }),
  'PUT /api/plant/tags/{id}': ({ foreign, seen }) => ({ path: foreign.tagId, body: seen as object }),
  'DELETE /api/plant/tags/{id}': ({ foreign }) => ({ path: foreign.tagId }),
  'DELETE /api/plant/templates/{id}': ({ foreign }) => ({ path: foreign.templateId }),
  'POST /api/plant/template-devices': ({ own, foreign }) => ({
    body: { templateId: foreign.templateId, connectionId: own.connectionId, slaveId: 9, name: 'x' },
  }),
  'POST /api/plant/scan-estimates': ({ foreign }) => ({ body: { connectionId: foreign.toolLineId, from: 1, to: 1 } }),
  'POST /api/plant/scans': ({ foreign }) => ({ body: { connectionId: foreign.toolLineId, from: 1, to: 1 } }),
  'DELETE /api/plant/scans/{id}': ({ foreign }) => ({ path: foreign.scanId }),
  'POST /api/plant/register-maps': ({ foreign }) => ({ body: { ...area(foreign.toolLineId), from: 0, to: 3 } }),
  'DELETE /api/plant/register-maps/{id}': ({ foreign }) => ({ path: foreign.mapId }),
  'POST /api/plant/display-matches': ({ foreign }) => ({ body: { ...area(foreign.toolLineId), address: 0, shown: '1' } }),
  'POST /api/plant/display-matches/{id}/readings': ({ foreign }) => ({ path: foreign.matchId, body: { shown: '1' } }),
  'POST /api/plant/stress-tests': ({ foreign }) => ({ body: { ...area(foreign.toolLineId), address: 0, count: 2, reads: 20 } }),
  'DELETE /api/plant/stress-tests/{id}': ({ foreign }) => ({ path: foreign.stressTestId }),
  'POST /api/plant/twins': ({ foreign }) => ({ body: { deviceId: foreign.deviceId } }),
  'PATCH /api/plant/twins/{id}': ({ foreign }) => ({ path: foreign.twinId, body: { fault: 'dead' } }),
  'DELETE /api/plant/twins/{id}': ({ foreign }) => ({ path: foreign.twinId }),
  'POST /api/plant/loop-tests': ({ foreign }) => ({
    body: {
      unitId: foreign.unitId,
      param: 'volume',
      testedAt: '2026-01-03T10:00:00Z',
      testedBy: 'x',
      reference: { instrument: 'x' },
      points: [{ reference: 10, asFound: 10.1 }],
    },
  }),
  'POST /api/plant/loop-tests/{id}/photos': ({ foreign }) => ({ path: foreign.loopTestId, upload: 'photo' }),
  'POST /api/plant/alarms/{id}/acknowledge': ({ foreign }) => ({ path: foreign.notificationId }),
  'POST /api/plant/alarms/{id}/shelve': ({ foreign }) => ({ path: foreign.notificationId, body: words }),
  'POST /api/plant/alarms/{id}/unshelve': ({ foreign }) => ({ path: foreign.notificationId }),
  'POST /api/plant/alarms/{id}/comments': ({ foreign }) => ({ path: foreign.notificationId, body: { text: 'x' } }),
  'POST /api/plant/alarm-maintenance': ({ foreign }) => ({ body: { ...words, unitId: foreign.unitId } }),
  'POST /api/plant/write-points': ({ foreign }) => ({
    body: {
      deviceId: foreign.deviceId,
      name: 'x',
      asset: 'X',
      kind: 'setpoint',
      fn: 6,
      address: 1,
      type: 'uint16',
      min: 0,
      max: 1,
    },
  }),
  'PUT /api/plant/write-points/{id}': ({ foreign, seen }) => ({
    path: foreign.writePointId,
    body: (seen as { points: { id: string }[] }).points.find(({ id }) => id === foreign.writePointId) ?? {},
  }),
  'DELETE /api/plant/write-points/{id}': ({ foreign }) => ({ path: foreign.writePointId }),
  'POST /api/plant/command-windows': ({ foreign }) => ({
    body: { deviceId: foreign.deviceId, ranges: [{ fn: 6, from: 1, to: 2 }], reason: 'not mine' },
  }),
  'DELETE /api/plant/command-windows/{id}': ({ foreign }) => ({ path: foreign.deviceId }),
  'DELETE /api/plant/me/sessions/{id}': ({ seen }) => ({ path: (seen as { sessions: { id: string }[] }).sessions[0]?.id ?? '' }),
  'PATCH /api/plant/users/{id}': ({ foreign }) => ({ path: foreign.userId, body: { name: 'mine' } }),
  'DELETE /api/plant/users/{id}': ({ foreign }) => ({ path: foreign.userId }),
  'DELETE /api/plant/users/{id}/sessions': ({ foreign }) => ({ path: foreign.userId }),
  'PUT /api/plant/users/{id}/password': ({ foreign }) => ({ path: foreign.userId, body: { newPassword: 'a-new-Passw0rd-x' } }),
  'POST /api/plant/users/{id}/password-links': ({ foreign }) => ({ path: foreign.userId }),
  'PUT /api/plant/sso/issuers/{id}': ({ foreign, seen }) => ({
    path: foreign.issuerId,
    body: (seen as { issuers: { id: string }[] }).issuers.find(({ id }) => id === foreign.issuerId) ?? {},
  }),
  'POST /api/plant/phone-pairings/{id}/confirm': ({ foreign }) => ({ path: foreign.pairingId, body: { comparison: '000000' } }),
  'DELETE /api/plant/phone-pairings/{id}': ({ foreign }) => ({ path: foreign.pairingId }),
  'DELETE /api/plant/phones/{id}': ({ foreign }) => ({ path: foreign.phoneId }),
  'DELETE /api/plant/walls/{id}': ({ foreign }) => ({ path: foreign.wallId }),
  'DELETE /api/plant/sso/issuers/{id}': ({ foreign }) => ({ path: foreign.issuerId }),
  'POST /api/plant/readings/manual': ({ foreign }) => ({
    body: { unitId: foreign.unitId, from: new Date(foreign.readMs).toISOString(), values: [1], note: 'x' },
  }),
  'POST /api/plant/units': ({ foreign }) => ({
    body: {
      subCategoryId: foreign.subCategoryId,
      name: 'x',
      type: 'manual',
      standardCategoryId: 'SOURCE_CATEGORY',
      siUnit: 'KL',
    },
  }),
  'POST /api/plant/devices': ({ foreign }) => ({ body: { connectionId: foreign.connectionId, name: 'x', slaveId: 9 } }),
  'POST /api/plant/tags': ({ foreign }) => ({
    body: {
      deviceId: foreign.deviceId,
      name: 'x',
      kind: 'counter',
      decode: { space: 'holding', address: 4, type: 'uint32' },
      periodMs: 5000,
    },
  }),
  'POST /api/user/alerts': ({ foreign }) => ({
    body: {
      unitId: foreign.unitId,
      type: 'x',
      createdOn: '2026-01-02T10:00:00Z',
      meta: { alertType: 'flow_rate', value: 7, threshold: 5 },
    },
  }),
  'PATCH /api/user/notification/updateRead': ({ foreign }) => ({
    body: { notifications: [{ id: foreign.notificationId, ...inTable(foreign) }] },
  }),
  'POST /api/user/notification/assignee': ({ own, foreign }) => ({
    body: { notificationId: foreign.notificationId, assigneeId: own.userId },
  }),
  'PATCH /api/user/notification/assignee': ({ own, foreign }) => ({
    body: { notificationId: foreign.notificationId, assigneeId: own.userId },
  }),
  'DELETE /api/user/notification/assignee': ({ own, foreign }) => ({
    body: { notificationId: foreign.notificationId, assigneeId: own.userId },
  }),
  'POST /api/user/plc/write-registers': ({ foreign }) => ({ body: { deviceId: foreign.deviceId, frames: [frame] } }),
  'POST /api/user/plc/read-registers': ({ foreign }) => ({
    body: { deviceId: foreign.deviceId, frames: [{ frameId: 'X.Y', slaveId: 1, fn: 3, address: 0, count: 1 }] },
  }),
  'POST /api/user/plc/relay/valve': ({ foreign }) => ({ body: { deviceId: foreign.deviceId, command: 'open' } }),
  'POST /api/user/roEfficiency/logActivities': ({ foreign }) => ({
    body: { plantId: foreign.subCategoryId, kind: 'inspection', start: '2026-01-02T10:00:00Z' },
  }),
  'POST /api/user/rainfall/fwi/fetchHistoricalRainfallData': ({ foreign }) => ({ body: { ...rain, unitId: foreign.rainUnitId } }),
  'POST /api/user/waterBalance/graphEditor': ({ foreign }) => ({
    body: { nodes: [{ id: 'a', unitIds: [foreign.unitId] }], edges: [] },
  }),
  'POST /api/user/scada/graphEditor': ({ foreign }) => ({
    body: {
      pages: [
        {
          id: 'page',
          name: 'x',
          level: 1,
          width: 1,
          height: 1,
          nodes: [
            { id: 'w', kind: 'pump', label: 'x', x: 0, y: 0, w: 1, h: 1, bind: [{ unitId: foreign.unitId, field: 'total' }] },
          ],
          edges: [],
        },
      ],
    },
  }),
  'PUT /api/plant/features/{featureData}': ({ foreign }) => ({
    path: 'executiveSummary',
    body: { data: { industryIds: [foreign.industryId], kpis: [] } },
  }),
  'PUT /api/user/executiveSummary/pin': ({ foreign }) => ({ body: { industryId: foreign.industryId } }),
  'PUT /api/plant/executive/grants': ({ foreign }) => ({ body: { userId: foreign.userId, industryIds: [] } }),
  'GET /api/user/batchProcess/range': ({ foreign }) => ({
    path: `?startDate=${foreign.day}&endDate=${foreign.day}&unitIds=${foreign.unitId}`,
  }),
};

/** A reference in a body that leads nowhere is a fault of the body; grants belong to staff. */
export const refusals: Readonly<Record<string, number>> = {
  'POST /api/user/scada/graphEditor': 400,
  'POST /api/user/waterBalance/graphEditor': 400,
  'POST /api/plant/units': 400,
  'PUT /api/plant/features/{featureData}': 400,
  'PUT /api/plant/executive/grants': 401,
  'POST /api/plant/devices': 400,
  'POST /api/plant/tags': 400,
  'POST /api/plant/template-devices': 400,
  'POST /api/plant/loop-tests': 400,
  'POST /api/plant/write-points': 400,
};

/** Rows that change something and take no id of a thing that could be another's, each with what they are about. */
export const namesNothing: Readonly<Record<string, string>> = {
  'POST /api/plant/storage/self-test': 'server',
  'POST /api/user/user/otplogin': 'phone',
  'DELETE /api/user/user/logout': 'session',
  'DELETE /api/plant/me/wall': 'session',
  'POST /api/user/accounts/settings': 'settings',
  'PATCH /api/user/accounts/info': 'positions',
  'POST /api/user/accounts/logoupdate': 'picture',
  'GET /api/user/accounts/allUnitThresholdUpdate': 'all',
  'GET /api/user/batchProcess': 'dates',
  'POST /api/user/notification/register/fcm': 'phone',
  'POST /api/user/executiveSummary/virtualLogin/ticket': 'session',
  'POST /api/user/fwi/userDataInput': 'form',
  'PUT /api/plant/industry/shift': 'shift',
  'PUT /api/plant/industry/facts': 'facts',
  'POST /api/plant/categories': 'new',
  // a category's id is its kind, the same in every industry
  'PUT /api/plant/categories/{id}': 'kind',
  'DELETE /api/plant/categories/{id}': 'kind',
  'POST /api/plant/sub-categories': 'kind',
  'POST /api/plant/connections': 'new',
  'POST /api/plant/templates': 'new',
  'POST /api/plant/configuration/import': 'file',
  'POST /api/plant/endpoint-tests': 'host',
  'PUT /api/plant/read-only': 'site',
  'POST /api/plant/channels/{channel}/test': 'channel',
  'PUT /api/plant/me/password': 'self',
  'POST /api/plant/keys/rotate': 'site',
  'PUT /api/plant/backup/policy': 'site',
  'POST /api/plant/backup/runs': 'site',
  'POST /api/plant/backup/snapshots/{name}/verify': 'site',
  'POST /api/plant/backup/drills': 'site',
  'POST /api/plant/backup/recovery-kit': 'site',
  'POST /api/plant/backup/snapshots/{name}/restore': 'site',
  'PUT /api/plant/tls/certificate': 'site',
  'DELETE /api/plant/tls/certificate': 'site',
  'POST /api/plant/tls/renew': 'site',
  'POST /api/plant/backup/missing': 'site',
  'POST /api/plant/sync/code': 'site',
  'POST /api/plant/sync/pair': 'site',
  'POST /api/plant/sync/unpair': 'site',
  'POST /api/plant/sync/runs': 'site',
  'POST /api/plant/sync/export': 'site',
  'POST /api/plant/sync/import': 'site',
  'POST /api/plant/sync/days/choice': 'site',
  'POST /api/plant/sync/proposals/{id}/apply': 'site',
  'POST /api/plant/sync/proposals/{id}/refuse': 'site',
  'PUT /api/plant/sync/proposal-policies': 'site',
  'POST /api/plant/sso/issuers': 'new',
  'POST /api/plant/users': 'new',
  'POST /api/plant/walls': 'new',
  'POST /api/plant/phone-pairings': 'new',
  'POST /api/plant/phone-claims': 'code',
  'POST /api/plant/password-links/use': 'code',
  'POST /api/plant/setup': 'site',
};
