import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { reportServices } from '../contract/model/reports.ts';
import { returnKinds } from '../contract/plant/returns.ts';
import { askAt, bearer, endpoints, listen, nameOf, type PolicyRig, startPolicyRig } from './policyRig.ts';
import { emptyForUnknown, holdsNothing, knownByIdOnly, questionOf, seenIn } from './tenantQuestions.ts';
import { admins, furnish, pastOf, type Tenant, type Things } from './tenantThings.ts';
import { canaries } from './twinIndustries.ts';

/** Two industries in full use: every row that holds an industry's data is asked where it holds some, by the owner and by the other. */
const tenants = ['DEMO', 'NORTH'] as const satisfies Tenant[];
const other = { DEMO: 'NORTH', NORTH: 'DEMO' } as const;

let rig: PolicyRig;
let things: Record<Tenant, Things>;
beforeAll(async () => {
  rig = await startPolicyRig();
  await rig.plant.restart(tenants.map(pastOf).join('\n'));
  things = { DEMO: await furnish(rig, 'DEMO'), NORTH: await furnish(rig, 'NORTH') };
});
afterAll(() => rig.stop());

const ask = (path: string, tenant: Tenant) => askAt(rig.plant.url(), path, { headers: bearer(rig.tokens[admins[tenant]]) });
const gets = endpoints.filter((row) => row.method === 'get' && row.auth !== 'refresh' && !row.writes);
const holding = gets.filter((row) => holdsNothing[nameOf(row)] === undefined);
const rows = holding.map((row) => [nameOf(row), row] as [string, Endpoint]);

describe('an industry in use', () => {
  it('is asked about by every row that is not said to hold nothing of it', () => {
    const names = new Set(gets.map(nameOf));
    expect([...Object.keys(holdsNothing), ...knownByIdOnly, ...emptyForUnknown].filter((name) => !names.has(name))).toEqual([]);
    expect(rows.length).toBeGreaterThan(75);
  });

  it.each(rows)('%s shows it to its own people and to no others', async (name, row) => {
    for (const tenant of tenants) {
      const question = questionOf(row, things[tenant]);
      const { status, text, headers } = await ask(question, tenant);
      expect(status, text).toBeLessThan(300);
      if (!knownByIdOnly.has(name)) expect(seenIn(text, question, tenant, things[tenant]), text).not.toEqual([]);
      const whole = text + JSON.stringify(headers);
      expect(seenIn(whole, question, other[tenant], things[other[tenant]]), whole).toEqual([]);
    }
  });

  it.each(rows)('%s reveals nothing by the ids of another', async (name, row) => {
    for (const tenant of tenants) {
      const foreign = questionOf(row, things[other[tenant]]);
      const { status, text, headers } = await ask(foreign, tenant);
      const whole = text + JSON.stringify(headers);
      expect(seenIn(whole, foreign, other[tenant], things[other[tenant]]), whole).toEqual([]);
      if (foreign === questionOf(row, things[tenant])) continue;
      if (!emptyForUnknown.has(name)) expect(status, text).toBe(404);
      else
        expect(
          Object.values(JSON.parse(text))
            .flat()
            .filter((part) => part !== '' && part !== null),
        ).toEqual([]);
    }
  });

  it('is not shown with those of everybody but to staff', async () => {
    const { day } = things.DEMO;
    const path = `/api/user/alerts/allIndustries?startDate=${day}&endDate=${day}&type=dateRange`;
    for (const tenant of tenants) {
      const { status, text } = await ask(path, tenant);
      expect(status).toBe(401);
      for (const one of tenants) expect(seenIn(text, path, one, things[one])).toEqual([]);
    }
    const { text } = await askAt(rig.plant.url(), path, { headers: bearer(rig.tokens.staff) });
    for (const one of tenants) expect(seenIn(text, path, one, things[one])).not.toEqual([]);
  });

  it('is what is asked for, whatever industry a header names', async () => {
    for (const tenant of tenants)
      for (const row of holding) {
        const question = questionOf(row, things[tenant]);
        const named = { industryId: other[tenant], targetIndustryId: other[tenant], tid: other[tenant] };
        const headers = { ...bearer(rig.tokens[admins[tenant]]), ...named };
        const { text } = await askAt(rig.plant.url(), question, { headers });
        expect(seenIn(text, question, other[tenant], things[other[tenant]]), text).toEqual([]);
      }
  });

  it('is not reached by filters, nor through a thing of one’s own', async () => {
    const { day, mapId, loopTestId } = things.DEMO;
    const { unitId, subCategoryId, wellUnitId, writePointId, photoId, mapId: foreignMapId } = things.NORTH;
    const dates = `startDate=${day}&endDate=${day}`;
    for (const [status, path] of [
      [404, `/api/plant/readings/export?${dates}&unitIds=${unitId}`],
      [404, `/api/user/report?startDate=${day}&unitIds=${unitId}`],
      [404, `/api/user/report?startDate=${day}&subCategories=${subCategoryId}`],
      [404, `/api/plant/returns/groundwater?unitIds=${wellUnitId}`],
      [404, `/api/plant/loop-tests/${loopTestId}/photos/${photoId}`],
      [404, `/api/plant/register-map-comparison?before=${mapId}&after=${foreignMapId}`],
      [404, `/api/user/deviceDataV2?date1=${day}&category=SOURCE_CATEGORY&unitId=${unitId}`],
      [200, `/api/user/alerts/dateRange?${dates}&unitId=${unitId}`],
      [200, `/api/user/alerts/unitGraph?date1=${day}&unitId=${unitId}`],
      [200, `/api/user/alerts/byType?${dates}&categories=flow_rate&unit_ids=${unitId}`],
      [200, '/api/plant/reports/runs?scheduleId=NORTH-daily'],
      [200, `/api/user/roEfficiency/logActivities?plantId=${subCategoryId}`],
      [200, `/api/plant/commands?pointId=${writePointId}`],
    ] as const) {
      const reply = await ask(path, 'DEMO');
      expect(reply.status, reply.text).toBe(status);
      for (const one of tenants)
        expect(seenIn(reply.text, path, one, things[one]), `${path}: ${reply.text}`).not.toContain(canaries[one]);
      expect(seenIn(reply.text, path, 'NORTH', things.NORTH), `${path}: ${reply.text}`).toEqual([]);
    }
  });

  it.each(returnKinds)('is alone in the return %s', async (kind) => {
    for (const tenant of tenants) {
      const { day } = things[tenant];
      const dates = kind === 'groundwater' || kind === 'effluent' ? `?startDate=${day}&endDate=${day}` : '';
      const { status, text } = await ask(`/api/plant/returns/${kind}${dates}`, tenant);
      expect(status, text).toBe(200);
      expect(seenIn(text, '', tenant, things[tenant])).not.toEqual([]);
      expect(seenIn(text, '', other[tenant], things[other[tenant]]), text).toEqual([]);
    }
  });

  it.each(reportServices)('is alone in the report of %s', async (service) => {
    for (const tenant of tenants) {
      const { day } = things[tenant];
      const { status, text } = await ask(`/api/user/report?startDate=${day}&service=${service}`, tenant);
      expect(status, text).toBe(200);
      expect(seenIn(text, '', tenant, things[tenant])).not.toEqual([]);
      expect(seenIn(text, '', other[tenant], things[other[tenant]]), text).toEqual([]);
    }
  });

  it('sends what happened to its own live clients alone, from the first message that is kept', async () => {
    for (const tenant of tenants) {
      const messages = [
        { type: 'subscribe', topic: 'readings' },
        { type: 'resume', after: 0 },
        { type: 'resume', after: 0, industryId: other[tenant], targetIndustryId: other[tenant] },
      ];
      await vi.waitFor(async () => {
        const { text } = await listen(rig.plant.url(), rig.tokens[admins[tenant]], messages);
        expect(seenIn(text, '', other[tenant], things[other[tenant]])).toEqual([]);
        expect(seenIn(text, '', tenant, things[tenant])).toContain(things[tenant].notificationId);
      }, 60_000);
    }
  });
});
