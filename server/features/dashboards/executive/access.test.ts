import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bases } from '../../../contract/endpoint.ts';
import type { ExecutiveSummary } from '../../../contract/user/executiveSummary.ts';
import { bearer, endpoints, nameOf, type PolicyRig, pathOf, startPolicyRig } from '../../../test/policyRig.ts';
import { idsOf } from '../../../test/twinIndustries.ts';
import type { Username } from '../../../test/wholePlant.ts';

const DATA = '/api/user/executiveSummary/data';
const DOOR = '/api/user/executiveSummary/virtualLogin';

let rig: PolicyRig;
beforeAll(async () => {
  rig = await startPolicyRig();
});
afterAll(() => rig.stop());

const as = (who: Username) => bearer(rig.tokens[who]);
const ticketOf = async (who: Username): Promise<string> => {
  const { status, body, text } = await rig.ask(`${DOOR}/ticket`, { method: 'POST', headers: as(who) });
  expect(status, text).toBe(200);
  return (body as { ticket: string }).ticket;
};
const enter = (ticket: string) => rig.ask(`${DOOR}?token=${encodeURIComponent(ticket)}`);
const tokenOf = async (who: Username): Promise<string> => {
  const { body, text } = await enter(await ticketOf(who));
  expect(body, text).toMatchObject({ expiresIn: 1800, scope: 'executiveSummary:read' });
  return (body as { access_token: string }).access_token;
};
const shownTo = async (who: Username): Promise<string[]> => {
  const { body } = await rig.ask(DATA, { headers: as(who) });
  return (body as ExecutiveSummary).industries.map(({ industryId }) => industryId);
};
const grant = (who: Username, body: object) => rig.ask('/api/plant/executive/grants', { method: 'PUT', headers: as(who), body });
const userId = async (username: Username): Promise<string> => {
  const claims = (rig.tokens[username] ?? '').split('.')[1] ?? '';
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).userId;
};

describe('a token of a ticket', () => {
  it('opens the data, and of every other row nothing', async () => {
    const token = await tokenOf('viewer');
    const opened: string[] = [];
    for (const row of endpoints.filter(({ auth }) => auth !== 'none')) {
      const { status, body } = await rig.ask(pathOf(row, idsOf('DEMO')), {
        method: row.method.toUpperCase(),
        headers: bearer(token),
      });
      if (status !== 401) opened.push(nameOf(row));
      else expect(body, nameOf(row)).toMatchObject({ code: 401, reason: 'token' });
    }
    expect(opened).toEqual([`GET ${bases.user}/executiveSummary/data`]);
  });

  it('ends after half an hour, and with the session that made the ticket', async () => {
    const token = await tokenOf('operator');
    expect((await rig.ask(DATA, { headers: bearer(token) })).status).toBe(200);
    rig.plant.setOffset(31 * 60_000);
    expect((await rig.ask(DATA, { headers: bearer(token) })).body).toMatchObject({ code: 420 });
    rig.plant.setOffset(0);
    const session = await rig.login('operator');
    const { body } = await rig.ask(`${DOOR}/ticket`, { method: 'POST', headers: bearer(session.access_token) });
    const own = (await enter((body as { ticket: string }).ticket)).body as { access_token: string };
    const { status } = await rig.ask('/api/user/user/logout', { method: 'DELETE', headers: bearer(session.access_token) });
    expect(status).toBe(200);
    expect((await rig.ask(DATA, { headers: bearer(own.access_token) })).body).toMatchObject({ code: 440 });
  });
});

describe('a ticket', () => {
  it('opens once, also when it is shown ten times at once', async () => {
    const ticket = await ticketOf('admin');
    const replies = await Promise.all(Array.from({ length: 10 }, () => enter(ticket)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(401)]);
  });

  it('opens once also after the clock was half an hour ahead for a while', async () => {
    rig.plant.setOffset(31 * 60_000);
    // the plant's own time, which never goes back, follows
    const session = await rig.login('admin');
    expect((await rig.ask('/api/user/accounts/landingpage', { headers: bearer(session.access_token) })).status).toBe(200);
    rig.plant.setOffset(0);
    const ticket = await ticketOf('admin');
    const replies = [await enter(ticket), await enter(ticket), await enter(ticket)];
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 401]);
  });

  it('is no token, is not made by a token of its own kind, and is over after a minute', async () => {
    const ticket = await ticketOf('admin');
    expect((await rig.ask(DATA, { headers: bearer(ticket) })).status).toBe(401);
    rig.plant.setOffset(61_000);
    expect((await enter(ticket)).body).toMatchObject({ code: 1401 });
    rig.plant.setOffset(0);
  });

  it.each(['x', 'a.b.c'])('that is not genuine opens nothing: %s', async (ticket) => {
    expect((await enter(ticket)).body).toMatchObject({ code: 1401 });
  });

  it('cannot be an access token, and is asked for', async () => {
    expect((await enter(rig.tokens.admin ?? '')).body).toMatchObject({ code: 1401 });
    expect((await rig.ask(DOOR)).body).toMatchObject({ code: 1403 });
  });
});

describe('who sees what', () => {
  it('is the own industry alone, until an internal user grants more, and again when the list is empty', async () => {
    expect(await shownTo('viewer')).toEqual(['DEMO']);
    const id = await userId('viewer');
    expect((await grant('admin', { userId: id, industryIds: ['NORTH'] })).body).toMatchObject({
      code: 401,
      reason: 'permission',
    });
    expect(await shownTo('viewer')).toEqual(['DEMO']);
    expect((await grant('staff', { userId: id, industryIds: ['NORTH', 'NORTH'] })).body).toMatchObject({
      industryIds: ['NORTH'],
    });
    expect((await shownTo('viewer')).toSorted()).toEqual(['DEMO', 'NORTH']);
    const granted = (who: Username, of: string) => rig.ask(`/api/plant/executive/grants?userId=${of}`, { headers: as(who) });
    expect((await granted('staff', id)).body).toEqual({ userId: id, industryIds: ['NORTH'] });
    expect((await granted('staff', 'nobody')).body).toMatchObject({ code: 404 });
    expect((await granted('admin', id)).body).toMatchObject({ code: 401, reason: 'permission' });
    expect(await shownTo('operator')).toEqual(['DEMO']);
    await grant('staff', { userId: id, industryIds: [] });
    expect(await shownTo('viewer')).toEqual(['DEMO']);
  });

  it('is granted by one of two who change the same list at once, and the other reads it again', async () => {
    const id = await userId('operator');
    const path = '/api/plant/executive/grants';
    const tagOf = async () => (await rig.ask(`${path}?userId=${id}`, { headers: as('staff') })).headers.etag ?? '';
    const seen = await tagOf();
    expect(seen).toMatch(/"[\w-]+"$/);
    const put = (industryIds: string[], tag: string) =>
      rig.ask(path, { method: 'PUT', headers: { ...as('staff'), 'If-Match': tag }, body: { userId: id, industryIds } });
    const answers = await Promise.all([put(['NORTH'], seen), put(['DEMO', 'NORTH'], seen)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const saved = answers.find(({ status }) => status === 200);
    expect(saved?.headers.etag).toBe(await tagOf());
    expect(await put([], await tagOf())).toMatchObject({ status: 200 });
    expect(await shownTo('operator')).toEqual(['DEMO']);
  });

  it('refuses users and industries that do not exist, and writes nothing of such a list', async () => {
    const id = await userId('operator');
    expect((await grant('staff', { userId: id, industryIds: ['NORTH', 'NOWHERE'] })).body).toMatchObject({
      code: 404,
      message: 'industry NOWHERE not found',
    });
    expect((await grant('staff', { userId: 'nobody', industryIds: [] })).body).toMatchObject({ code: 404 });
    expect(await shownTo('operator')).toEqual(['DEMO']);
  });
});

describe('the document of the feature', () => {
  const save = (data: object) =>
    rig.ask('/api/plant/features/executiveSummary', { method: 'PUT', headers: as('staff'), body: { data } });
  const seen = async () => {
    const { headers, body } = await rig.ask(DATA, { headers: as('staff') });
    const { industries, trends, unitComparison } = body as ExecutiveSummary;
    const kpisOf = (parts: { kpi: string }[]): string[] => parts.map(({ kpi }) => kpi);
    const ids = industries.map(({ industryId }) => industryId).toSorted();
    return { ids, trends: kpisOf(trends), compared: kpisOf(unitComparison), tag: headers.etag };
  };

  it('chooses industries of those that a user may see, and the KPIs that are drawn', async () => {
    const id = await userId('staff');
    await grant('staff', { userId: id, industryIds: ['NORTH', 'DEMO'] });
    const whole = await seen();
    expect(whole).toMatchObject({ ids: ['DEMO', 'INTERNAL', 'NORTH'], trends: ['withdrawalKL', 'freshKL', 'groundwaterKL'] });
    const { status, text } = await save({ industryIds: ['NORTH'], kpis: ['freshKL'] });
    expect(status, text).toBe(200);
    const chosen = await seen();
    expect(chosen).toMatchObject({ ids: ['NORTH'], trends: ['freshKL'], compared: [] });
    expect(chosen.tag).not.toBe(whole.tag);
    await grant('staff', { userId: id, industryIds: ['DEMO'] });
    expect((await seen()).ids).toEqual([]);
    const periods = await Promise.all(
      ['MONTH', 'YEAR'].map(async (type) => {
        const { body } = await rig.ask(`${DATA}?type=${type}&date=02/11/2026`, { headers: as('staff') });
        return (body as ExecutiveSummary).window.label;
      }),
    );
    expect(periods[0]).not.toBe(periods[1]);
    await save({ industryIds: [], kpis: [] });
    expect((await seen()).ids).toEqual(['DEMO', 'INTERNAL']);
    await grant('staff', { userId: id, industryIds: [] });
  });
});

describe('a pin', () => {
  const pin = (industryId: string) =>
    rig.ask('/api/user/executiveSummary/pin', { method: 'PUT', headers: as('technician'), body: { industryId } });

  it('is put and taken by the same request, for the caller alone', async () => {
    expect((await pin('DEMO')).body).toMatchObject({ industryId: 'DEMO', isPinned: true });
    const pinned = async (who: Username) => {
      const { body } = await rig.ask(DATA, { headers: as(who) });
      return (body as ExecutiveSummary).industries[0]?.isPinned;
    };
    expect(await pinned('technician')).toBe(true);
    expect(await pinned('operator')).toBe(false);
    expect((await pin('DEMO')).body).toMatchObject({ isPinned: false });
  });

  it('is not for an industry that the caller does not see', async () => {
    expect((await pin('NORTH')).body).toMatchObject({ code: 404 });
  });
});
