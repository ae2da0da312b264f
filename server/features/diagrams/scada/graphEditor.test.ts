import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScadaGraph } from '../../../contract/user/scada.ts';
import { METER, someUnit } from '../../../test/configuredPlant.ts';
import { type DiagramsRig, startDiagrams } from '../../../test/diagramsRig.ts';
import type { Reply } from '../../../test/httpRig.ts';

const EDITOR = '/api/user/scada/graphEditor';
let rig: DiagramsRig;
beforeAll(async () => {
  rig = await startDiagrams();
  const { units } = rig.plant;
  await units.create('DEMO', someUnit({ name: 'Main', meta: { meter: METER } }), 'main');
  await units.create('NORTH', someUnit({ name: 'Foreign' }, 'NORTH'), 'foreign');
});
afterAll(() => rig.stop());

const node = (id: string, fields: object = {}) => ({ id, kind: 'meter', label: id, x: 0, y: 0, w: 10, h: 10, ...fields });
const page = (fields: object = {}) => ({
  id: 'p1',
  name: 'Page',
  level: 1,
  width: 100,
  height: 50,
  nodes: [],
  edges: [],
  ...fields,
});
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target });
const moved = (id: string, deviceId: string) => node(id, { kind: 'valve', control: { deviceId, action: 'valve' } });
const save = (body: object, query = '', token = 'asha'): Promise<Reply> => rig.call('POST', EDITOR + query, { body, token });
const read = async (query = '', token = 'asha'): Promise<ScadaGraph> =>
  (await rig.call('GET', EDITOR + query, { token })).body as ScadaGraph;
const errorsOf = ({ body }: Reply) => (body as { errors: { path: string; message: string }[] }).errors;

describe('a diagram', () => {
  it('is empty and of version 0 before it was saved', async () => {
    expect(await read('?docType=never')).toEqual({ prefix: '', docType: 'never', version: 0, pages: [] });
  });

  it('is kept as it was sent, with what the server does not know', async () => {
    const sent = {
      pages: [
        page({ theme: 'dark', nodes: [node('a', { icon: { name: 'x' }, bind: [{ unitId: 'main', field: 'flow', note: 1 }] })] }),
      ],
      layout: { zoom: 2 },
      updatedBy: 'somebody else',
    };
    const { status, body, text } = await save(sent, '?docType=kept');
    expect(status, text).toBe(200);
    const at = new Date(rig.plant.clock.now()).toISOString();
    const expected = { ...sent, prefix: '', docType: 'kept', version: 1, updatedAt: at, updatedBy: 'asha' };
    expect(body).toEqual(expected);
    expect(await read('?docType=kept')).toEqual(expected);
  });

  it('takes prefix and docType from the query before the body', async () => {
    await save({ prefix: 'body', docType: 'mine', pages: [] }, '?prefix=Line%201');
    expect(await read('?prefix=Line%201&docType=mine')).toMatchObject({ prefix: 'Line 1', docType: 'mine', version: 1 });
    expect(await read('?prefix=body&docType=mine')).toMatchObject({ version: 0 });
    await save({ pages: [] }, '?prefix=Union%20Street');
    expect(await read('?prefix=Union%20Street')).toMatchObject({ docType: 'scadaWaterBalance', version: 1 });
  });

  it('is refused when it was made from another version, and nothing changes', async () => {
    const query = '?docType=stale';
    await save({ version: 0, pages: [] }, query);
    await save({ version: 1, pages: [page()] }, query);
    const answer = await save({ version: 1, pages: [] }, query);
    expect(answer).toMatchObject({ status: 409, body: { code: 409, errors: [{ path: 'version' }] } });
    expect(await read(query)).toMatchObject({ version: 2, pages: [{ id: 'p1' }] });
    expect((await save({ pages: [] }, query)).body).toMatchObject({ version: 3 });
  });

  it('belongs to one industry', async () => {
    await save({ pages: [page()] }, '?docType=own');
    expect(await read('?docType=own', 'north')).toMatchObject({ version: 0, pages: [] });
    expect((await save({ version: 0, pages: [] }, '?docType=own', 'north')).status).toBe(200);
  });

  it('is saved by those who hold SCADA_EDITOR, and read by everybody', async () => {
    expect((await save({ pages: [] }, '', 'ravi')).body).toMatchObject({ code: 401, reason: 'permission' });
    expect((await save({ pages: [] }, '?docType=dinas', 'dina')).status).toBe(200);
    expect(await read('?docType=dinas', 'ravi')).toMatchObject({ version: 1, updatedBy: 'dina' });
  });

  it('is not sent twice to who has it', async () => {
    await save({ pages: [] }, '?docType=tagged');
    const first = await rig.call('GET', `${EDITOR}?docType=tagged`);
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await rig.call('GET', `${EDITOR}?docType=tagged`, { headers })).status).toBe(304);
    await save({ pages: [] }, '?docType=tagged');
    expect((await rig.call('GET', `${EDITOR}?docType=tagged`, { headers })).status).toBe(200);
  });

  it('of 3 MiB passes, and one above 4 MiB is 413', async () => {
    const fat = (count: number) => ({
      pages: [page({ nodes: Array.from({ length: count }, (_, at) => node(`n${at}`, { svg: 'x'.repeat(10_000) })) })],
    });
    expect((await save(fat(300), '?docType=fat')).status).toBe(200);
    expect((await save(fat(450), '?docType=fat')).status).toBe(413);
    expect(await read('?docType=fat')).toMatchObject({ version: 1 });
  });
});

describe('a diagram that is wrong', () => {
  const bound = (bind: object) => page({ nodes: [node('a', { bind: [bind] })] });
  it.each<[string, string, object[]]>([
    ['pages.1.id', 'p1 is given more than once', [page(), page()]],
    ['pages.0.nodes.1.id', 'a is given more than once', [page({ nodes: [node('a'), node('a')] })]],
    [
      'pages.0.edges.1.id',
      'a-b is given more than once',
      [page({ nodes: [node('a'), node('b')], edges: [edge('a', 'b'), edge('a', 'b')] })],
    ],
    ['pages.0.edges.0.target', 'node b is not on the page', [page({ nodes: [node('a')], edges: [edge('a', 'b')] })]],
    ['pages.0.edges.0.source', 'node x is not on the page', [page({ nodes: [node('a')], edges: [edge('x', 'a')] })]],
    [
      'pages.0.edges.0.flowUnitId',
      'unit foreign does not exist',
      [page({ nodes: [node('a'), node('b')], edges: [{ ...edge('a', 'b'), flowUnitId: 'foreign' }] })],
    ],
    ['pages.0.nodes.0.bind.0.unitId', 'unit nobody does not exist', [bound({ unitId: 'nobody', field: 'value' })]],
    ['pages.0.nodes.0.bind.0.unitId', 'unit foreign does not exist', [bound({ unitId: 'foreign', field: 'value' })]],
    [
      'pages.0.nodes.0.bind.0.field',
      'Main has no percent; it has value, status, total',
      [bound({ unitId: 'main', field: 'percent' })],
    ],
    ['pages.0.nodes.0.bind.0.param', 'Main has no ph', [bound({ unitId: 'main', field: 'value', param: 'ph' })]],
    [
      'pages.0.nodes.1.control.deviceId',
      'write point gone does not exist',
      [page({ nodes: [moved('a', 'valve-1'), moved('b', 'gone')] })],
    ],
    [
      'pages.0.nodes.0.control.deviceId',
      'write point north-valve does not exist',
      [page({ nodes: [moved('a', 'north-valve')] })],
    ],
    ['pages.0.nodes.0.range', 'upwards', [page({ nodes: [node('a', { range: { min: 0, low: 5, high: 4, max: 9 } })] })]],
  ])('is 400 at %s: %s', async (path, message, pages) => {
    const answer = await save({ pages }, '?docType=wrong');
    expect(answer).toMatchObject({ status: 400, body: { code: 400 } });
    expect(errorsOf(answer)).toEqual([{ path, message: expect.stringContaining(message) }]);
    expect(await read('?docType=wrong')).toMatchObject({ version: 0 });
  });

  it('is answered with every fault at once, up to 50', async () => {
    const nodes = Array.from({ length: 200 }, () => node('same'));
    const answer = await save({ pages: [page({ nodes, edges: [edge('x', 'y')] })] }, '?docType=wrong');
    expect(errorsOf(answer)).toHaveLength(50);
  });

  it.each<[string, unknown]>([
    ['pages', undefined],
    ['pages', 'all'],
    ['pages.0.nodes', [page({ nodes: Array.from({ length: 10_000 }, (_, at) => node(`n${at}`)) })]],
    ['pages.0.level', [page({ level: 5 })]],
    ['pages.0.nodes.0.kind', [page({ nodes: [node('a', { kind: 'robot' })] })]],
    ['pages.0.nodes.0.x', [page({ nodes: [node('a', { x: null })] })]],
    ['pages.0.nodes.0.link', [page({ nodes: [node('a', { link: 'javascript:alert(1)' })] })]],
    ['pages.0.nodes.0.link', [page({ nodes: [node('a', { link: 'java\nscript:alert(1)' })] })]],
    ['pages.0.nodes.0.link', [page({ nodes: [node('a', { link: 'data:text/html,x' })] })]],
  ])('in its shape is 1430 at %s', async (path, pages) => {
    const answer = await save({ pages }, '?docType=wrong');
    expect(answer).toMatchObject({ status: 400, body: { code: 1430 } });
    expect(errorsOf(answer)[0]?.path).toBe(path);
  });

  it.each(['valve-1', 'V1'])('may be moved by the write point %s', async (deviceId) => {
    expect((await save({ pages: [page({ nodes: [moved('a', deviceId)] })] }, '?docType=moved')).status).toBe(200);
  });

  it.each(['p2', '/scada?page=p2', '#p2', 'https://intranet/sop'])('may link to %s', async (link) => {
    expect((await save({ pages: [page({ nodes: [node('a', { link })] })] }, '?docType=linked')).status).toBe(200);
  });

  it('with more than 4,000 bindings is 400', async () => {
    const bind = Array.from({ length: 20 }, () => ({ unitId: 'main', field: 'flow' }));
    const nodes = Array.from({ length: 201 }, (_, at) => node(`n${at}`, { bind }));
    const answer = await save({ pages: [page({ nodes })] }, '?docType=wrong');
    expect(errorsOf(answer)).toEqual([{ path: 'pages', message: expect.stringContaining('4020 bindings; at most 4000') }]);
  });

  it.each(['?docType=a/b', '?prefix=..%2F..', `?docType=${'x'.repeat(65)}`])('under the name %s is 1403', async (query) => {
    expect((await save({ pages: [] }, query)).body).toMatchObject({ code: 1403 });
    expect((await rig.call('GET', EDITOR + query)).body).toMatchObject({ code: 1403 });
  });

  it('that is no JSON is 1430, and without a body too', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await rig.call('POST', EDITOR, { body: '{"pages":[', headers })).body).toMatchObject({ code: 1430 });
    expect((await rig.call('POST', EDITOR)).body).toMatchObject({ code: 1430 });
  });
});
