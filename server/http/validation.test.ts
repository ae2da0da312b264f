import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiList, wholeNumber } from '../contract/model/common.ts';
import { row, start } from '../test/openRoutes.ts';
import { route } from './route.ts';

describe('input', () => {
  const rowOf = row({
    method: 'post',
    headers: z.object({ LoginType: z.enum(['DEFAULT', 'otp']).optional() }),
    query: z.object({
      date1: z.string(),
      type: z.enum(['DAY', 'MONTH']).default('DAY'),
      step: wholeNumber(1, 6).optional(),
    }),
    body: z.object({ name: z.string().min(3), nested: z.object({ list: z.array(z.number()) }).optional() }),
  });
  const good = { name: 'tank' };
  const post = async (path: string, body: string | object = good, headers: Record<string, string> = {}) => {
    const { ask } = await start([route(rowOf)((input) => input)]);
    return ask(`/api/user/thing${path}`, { method: 'POST', body, headers });
  };

  it.each([
    ['', 1403, 'date1 missing'],
    ['?date1=', 1403, 'date1 missing'],
    ['?date1=x&type=WEEK', 1403, 'type must be one of DAY, MONTH'],
    ['?date1=x&step=two', 1403, 'step must be a number'],
    ['?date1=x&step=1.5', 1403, 'step must be a whole number'],
    ['?date1=x&step=%20', 1403, 'step must be a number'],
    ['?date1=x&step=0x3', 1403, 'step must be a number'],
    ['?date1=x&step=1e0', 1403, 'step must be a number'],
    ['?date1=x&step=0', 1403, 'step must be at least 1'],
    ['?date1=x&step=7', 1403, 'step must be at most 6'],
    ['?date1=x&date1=y', 400, 'date1 given more than once'],
    ['?date1=x&type=DAY&type=DAY', 400, 'type given more than once'],
  ])('%s is answered %i %s', async (path, code, message) => {
    const { status, body, headers } = await post(path);
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'error', code, message });
    expect(headers['x-service-code']).toBe(String(code));
  });

  it('says of a list what is wrong with it, also where its parameter is repeated', async () => {
    const words = apiList.refine((names) => !names.includes('nope'), 'must be known words');
    const { ask } = await start([route(row({ query: z.object({ words }) }))(({ query }) => query.words)]);
    for (const query of ['words=a,nope', 'words=a&words=nope'])
      expect((await ask(`/api/user/thing?${query}`)).body).toMatchObject({ code: 1403, message: 'words must be known words' });
    expect((await ask('/api/user/thing?words=a&words=b,c')).body).toEqual(['a', 'b', 'c']);
  });

  it('reads the last parameter of a query however many come before it', async () => {
    const many = '&x'.repeat(1500);
    const { ask } = await start([route(row({ query: z.object({ units: z.string().optional() }) }))(({ query }) => query)]);
    expect((await ask(`/api/user/thing?${many}&units=a`)).body).toEqual({ units: 'a' });
    expect((await ask(`/api/user/thing?units=a${many}&units=b`)).body).toMatchObject({ message: 'units given more than once' });
  });

  it.each([
    ['?date1=a%FFb', 1403, 'date1 is not valid UTF-8'],
    ['?date1=x&type=DAY&step=%C3%28', 1403, 'step is not valid UTF-8'],
    ['?date1=%ED%A0%80', 1403, 'date1 is not valid UTF-8'],
    ['?date1=x&%FF=1', 1403, 'query has a name that is not valid UTF-8'],
    ['?date%31=x%80', 1403, 'date1 is not valid UTF-8'],
  ])('%s, whose bytes are no text, is answered %i %s', async (path, code, message) => {
    const { status, body } = await post(path);
    expect([status, body]).toMatchObject([400, { code, message }]);
  });

  it('refuses bytes that are no text each time they are asked, and takes the sign of a lost letter where it was sent', async () => {
    const get = row({ query: z.object({ name: z.string() }) });
    const { ask } = await start([route(get)((input) => input)]);
    for (let i = 0; i < 2; i += 1) expect((await ask('/api/user/thing?name=%FF')).body).toMatchObject({ code: 1403 });
    expect((await ask('/api/user/thing?name=%EF%BF%BD+%zz')).body).toEqual({ query: { name: '\ufffd %zz' } });
  });

  it('names the header as it is published', async () => {
    expect((await post('?date1=x', good, { logintype: 'nobody' })).body).toMatchObject({
      code: 1403,
      message: 'LoginType must be one of DEFAULT, otp',
    });
  });

  it('takes an empty optional parameter as absent', async () => {
    expect((await post('?date1=x&type=&step=')).body).toMatchObject({ query: { date1: 'x', type: 'DAY' } });
  });

  it.each([
    ['{"name":', 400, 1430, 'Body is not valid JSON'],
    ['', 400, 1430, 'body missing'],
    ['{}', 400, 1430, 'name missing'],
    ['{"name":"ab"}', 400, 1430, 'name must have at least 3 characters'],
    ['{"name":"tank","nested":{"list":[1,"2"]}}', 400, 1430, 'nested.list.1 must be a number'],
    ['[1]', 400, 1430, 'body must be an object'],
    ['{"name":"tank","name":"pond"}', 400, 1430, 'name is given twice'],
    ['{"name":"tank","n\\u0061me":"pond"}', 400, 1430, 'name is given twice'],
    ['{"name":"tank","nested":{"list":[1],"list":[2]}}', 400, 1430, 'nested.list is given twice'],
    [
      '{"name":"tank","nested":{"list":[1,9007199254740993]}}',
      ...([400, 1430, 'nested.list.1 is a number that cannot be kept with all its digits: 9007199254740993'] as const),
    ],
    ['1e400', 400, 1430, 'body is a number that cannot be kept with all its digits: 1e400'],
    [
      `{"name":"tank","x":${'['.repeat(1000)}1${']'.repeat(1000)}}`,
      ...([400, 1430, `${'0.'.repeat(20).slice(0, -1)} is nested deeper than 1000 times`] as const),
    ],
  ])('body %s is answered %i', async (body, http, code, message) => {
    const answer = await post('?date1=x', body, { 'content-type': 'application/json' });
    expect([answer.status, answer.body]).toMatchObject([http, { code, message }]);
  });

  it('takes no field or parameter that it does not read: it would be answered as if it had had an effect', async () => {
    const wide = z.object({ ...rowOf.body.shape, loose: z.looseObject({}).optional() });
    const reply = z.object({ id: z.string(), name: z.string() });
    const { ask } = await start([
      route({ ...rowOf, body: wide, reply })(() => ({ id: 'x', name: 'tank' })),
      route(row({ base: 'plant', method: 'delete', path: '/bare', query: z.object({ version: z.string().optional() }) }))(
        () => ({}),
      ),
      route({ ...rowOf, base: 'plant', reply })(() => ({ id: 'x', name: 'tank' })),
      route(row({ method: 'get', path: '/read', query: z.object({}) }))(() => ({})),
      route(row({ method: 'post', path: '/open', open: true, body: rowOf.body }))(({ body }) => body),
    ]);
    const send = (path: string, body?: object, method = 'POST', base = 'user') =>
      ask(`/api/${base}${path}`, { method, ...(body && { body }) });
    const wrong = { ...good, nmae: 'x', nested: { list: [1], lsit: [2] } };
    expect((await send('/thing?date1=x', wrong)).body).toMatchObject({
      code: 1430,
      message: 'nmae is no field here',
      errors: [{ path: 'nmae' }, { path: 'nested.lsit' }],
    });
    // what was read may be sent back, and what a schema keeps is read
    expect((await send('/thing?date1=x', { ...good, id: 'x', loose: { any: 1 } })).status).toBe(200);
    expect((await send('/thing?date1=x&typ=DAY', good, 'POST', 'plant')).body).toMatchObject({
      code: 1403,
      message: 'typ is no parameter here',
    });
    expect((await send('/bare?vresion=2', undefined, 'DELETE', 'plant')).body).toMatchObject({
      code: 1403,
      errors: [{ path: 'vresion' }],
    });
    expect((await send('/bare?version=2', undefined, 'DELETE', 'plant')).status).toBe(200);
    expect((await send('/read?_=17', undefined, 'GET')).status).toBe(200);
    expect((await send('/open', { ...good, later: 1 })).body).toEqual(good);
  });

  it('takes what phones say of themselves with any operation of the published API, and only there', async () => {
    const { ask } = await start([route(rowOf)(({ body }) => body), route({ ...rowOf, base: 'plant' })(({ body }) => body)]);
    const facts = { deviceId: 'd1', fcmToken: 'f', platform: 'Android', appVersion: '3' };
    const send = (base: string, query: string, body: object) =>
      ask(`/api/${base}/thing?date1=x${query}`, { method: 'POST', body, headers: { 'X-Platform': 'iOS', deviceId: 'd1' } });
    expect((await send('user', '&_=17&platform=iOS', { ...good, ...facts })).body).toEqual(good);
    expect((await send('user', '', { ...good, nested: { list: [1], deviceId: 'd1' } })).body).toMatchObject({ code: 1430 });
    expect((await send('plant', '', { ...good, ...facts })).body).toMatchObject({ code: 1430 });
  });

  it('refuses a change of nothing', async () => {
    const body = z.object({ name: z.string().optional(), version: z.number().optional() });
    const { ask } = await start([route(row({ method: 'patch', body }))(() => ({}))]);
    const change = (sent: object) => ask('/api/user/thing', { method: 'PATCH', body: sent });
    for (const sent of [{}, { version: 3 }])
      expect((await change(sent)).body).toMatchObject({ code: 1430, message: 'body names nothing to change' });
    expect((await change({ name: 'x', version: 3 })).status).toBe(200);
  });

  it('lists every fault of a body with its path', async () => {
    const { body } = await post('?date1=x', { nested: { list: 'no' } });
    expect(body).toMatchObject({
      errors: [
        { path: 'name', message: 'name missing' },
        { path: 'nested.list', message: 'nested.list must be a list' },
      ],
    });
  });

  it('says of a field with names of its own choice that it is an object', async () => {
    const body = z.object({ data: z.record(z.string(), z.number()) });
    const { ask } = await start([route(row({ method: 'post', body }))(() => ({}))]);
    const { body: answer } = await ask('/api/user/thing', { method: 'POST', body: { data: [] } });
    expect(answer).toMatchObject({ errors: [{ path: 'data', message: 'data must be an object' }] });
  });

  it.each([
    ['half a character', '{"name":"Tank \\ud83d"}', 'name holds half a character'],
    [
      'a control deep within',
      '{"name":"tank","nested":{"list":[1,"\\u0007"]}}',
      'nested.list.1 holds characters that control a terminal or turn text around',
    ],
  ])('refuses a text that nobody can mean: %s', async (_what, body, message) => {
    const answer = await post('?date1=x', body, { 'content-type': 'application/json' });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 1430, message }]);
  });

  it('refuses bytes that would be kept as other letters than were sent', async () => {
    const { port } = await start([route(rowOf)((input) => input)]);
    const sent = (charset: string) =>
      fetch(`http://127.0.0.1:${port}/api/user/thing?date1=x`, {
        method: 'POST',
        headers: { 'content-type': `application/json${charset}` },
        body: Buffer.from('{"name":"Cr\u00e8che"}', 'latin1'),
      });
    for (const charset of ['utf-7', 'UTF-16', 'utf-16le', 'utf-32', 'iso-8859-1', 'x'])
      expect([charset, (await sent(`; charset=${charset}`)).status]).toEqual([charset, 415]);
    for (const charset of ['', '; charset=utf-8', '; charset=UTF-8']) {
      const answer = await sent(charset);
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 1430, message: 'Body is not valid UTF-8' }]);
    }
  });

  it('names the parameter or header that holds a control', async () => {
    expect((await post('?date1=%1b')).body).toMatchObject({
      code: 1403,
      message: 'date1 holds characters that control a terminal or turn text around',
      errors: [{ path: 'date1' }],
    });
    const percent = { logintype: '%00', 'x-header-encoding': 'percent' };
    expect((await post('?date1=x', good, percent)).body).toMatchObject({
      code: 1403,
      message: expect.stringMatching(/^LoginType holds/),
    });
  });

  it.each(['gzip', 'deflate', 'br'])('says that a body is no %s', async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const answer = await post('?date1=x', JSON.stringify(good), headers);
    expect([answer.status, answer.body]).toMatchObject([400, { code: 400, message: 'Body cannot be decompressed' }]);
  });

  it('says what a value may be that has alternatives or a form', async () => {
    const several = row({
      method: 'post',
      body: z.object({
        limit: z.union([z.number(), z.null()]),
        level: z.union([z.literal(1), z.literal(2)]),
        shape: z.union([z.object({ radius: z.number() }), z.null()]),
        at: z.iso.datetime({ offset: true }),
        day: z.iso.date(),
        isOn: z.boolean(),
      }),
    });
    const { ask } = await start([route(several)(() => 1)]);
    const body = { limit: 'x', level: 3, shape: { radius: 'x' }, at: 'soon', day: '31/02/2026', isOn: 1 };
    const answer = await ask('/api/user/thing', { method: 'POST', body });
    expect((answer.body as { errors: { message: string }[] }).errors.map(({ message }) => message)).toEqual([
      'limit must be a number or null',
      'level must be 1 or 2',
      'shape radius must be a number or must be null',
      'at must be a time as YYYY-MM-DDTHH:MM:SSZ, or with an offset in place of the Z',
      'day must be a date that exists, as YYYY-MM-DD',
      'isOn must be true or false',
    ]);
  });

  it('refuses other media types and too much', async () => {
    expect(await post('?date1=x', 'name=tank', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
      body: { code: 415 },
    });
    expect(await post('?date1=x', { name: 'x'.repeat(1_048_577) })).toMatchObject({ status: 413, body: { code: 413 } });
  });

  it('reads UTF-8 and percent-encoded headers', async () => {
    const echo = row({ headers: z.object({ username: z.string() }) });
    const { ask } = await start([route(echo)(({ headers }) => headers.username)]);
    const utf8 = Buffer.from('Jürgen €').toString('latin1');
    expect((await ask('/api/user/thing', { headers: { username: utf8 } })).body).toBe('Jürgen €');
    const percent = { username: encodeURIComponent('प€'), 'x-header-encoding': 'Percent' };
    expect((await ask('/api/user/thing', { headers: percent })).body).toBe('प€');
    expect((await ask('/api/user/thing', { headers: { ...percent, username: '%E0%A4%A' } })).body).toMatchObject({ code: 1403 });
    expect((await ask('/api/user/thing', { headers: { username: '100%25' } })).body).toBe('100%25');
  });

  it('refuses a path that is not UTF-8', async () => {
    const { ask } = await start([route(row({ path: '/u/{id}', params: z.object({ id: z.string() }) }))(() => 1)]);
    expect((await ask('/api/user/u/%E0%A4%A')).status).toBe(400);
  });
});
