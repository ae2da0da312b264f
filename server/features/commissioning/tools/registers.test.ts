import { describe, expect, it } from 'vitest';
import { at, type Body, ended, meter, serveTools, tech } from '../../../test/servedTools.ts';

serveTools();

describe('registers', () => {
  it('are read, and decoded every way', async () => {
    const read = await tech('GET', `/registers?${at}&address=0&count=2`);
    expect(read.body.words).toEqual([0, 0x422a]);
    const { body } = await tech('GET', `/decode-matrix?${at}&address=0&count=2`);
    const found = body.rows[0].values.find((one: Body) => one.type === 'float32' && one.wordOrder === 'CDAB');
    expect(found.value).toBe(42.5);
    expect(body.rows[1]).toMatchObject({ address: 1, hex: '422A', bits: '0100001000101010', text: 'B*' });
  });

  it('are decoded as far as they are there: a signal may end where the device does', async () => {
    const rows = async (address: number) => {
      const { status, body } = await tech('GET', `/decode-matrix?${at}&address=${address}&count=4`);
      return status === 200 ? body.rows.length : body.message;
    };
    expect(await rows(0)).toBe(2);
    expect(await rows(1)).toBe(1);
    expect(await rows(20)).toBe(1);
    expect(await rows(500)).toMatch(/exception 2/);
    expect(await rows(29)).toMatch(/exception 2/);
    expect(await rows(65_534)).toMatch(/exception 2/);
    expect(await rows(30)).toMatch(/must not be read/);
  });

  it('that are not there, or must not be read, are refused in words', async () => {
    expect((await tech('GET', `/registers?${at}&address=500&count=2`)).body).toMatchObject({
      code: 503,
      message: 'unit 7 refused with exception 2: an address is not there',
    });
    expect((await tech('GET', `/registers?${at}&address=25&count=10`)).body.message).toMatch(/30 to 39, which must not be read/);
    expect((await tech('GET', `/registers?${at}&address=65535&count=2`)).status).toBe(400);
  });

  it('are mapped, and two maps compared: which register the valve moves', async () => {
    const spec = { connectionId: 'line', slaveId: 7, space: 'holding', from: 0, to: 60 };
    const first = (await tech('POST', '/register-maps', spec)).body;
    const map = await ended(`/register-maps/${first.id}`);
    expect(map.runs.filter(({ state }: Body) => state === 'present').map(({ from, to }: Body) => [from, to])).toEqual([
      [0, 1],
      [8, 9],
      [20, 20],
    ]);
    expect(map.runs.find(({ from }: Body) => from === 30)).toMatchObject({ to: 39, state: 'forbidden' });
    meter.set('valve', 4);
    const second = (await tech('POST', '/register-maps', spec)).body;
    await ended(`/register-maps/${second.id}`);
    const { body } = await tech('GET', `/register-map-comparison?before=${first.id}&after=${second.id}`);
    expect(body.changes).toEqual([{ address: 20, before: 1, after: 4, changedBits: [0, 2] }]);
    expect((await tech('GET', '/register-maps')).body.maps).toHaveLength(2);
  });
});
