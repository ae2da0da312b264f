import { describe, expect, it } from 'vitest';
import { compareDeviceData } from '../../contract/user/deviceDataCompare.ts';
import { now, plantOf, same, serve } from '../../test/deviceDataPlant.ts';

describe('a comparison', () => {
  const path = '/api/user/deviceDataV2/compare?';
  const ask = async (query: string) => {
    const { status, body, text } = await (await serve(plantOf(), now))(path + query);
    expect(status, text).toBe(200);
    return compareDeviceData.reply.parse(body);
  };

  it('sets units side by side, each side over its own window', async () => {
    const { data1, data2 } = await ask(
      'dateA1=10/06/2026&dateB1=09/06/2026&ids1=in1,in2&ids1=use1&ids2=in1&category=SOURCE_CATEGORY',
    );
    expect(data1).toMatchObject({ by: 'UNIT', total: 31.68, window: { label: '10/06/2026' } });
    expect(data1.items.map(({ id, name, total, completeness }) => [id, name, total, completeness])).toEqual([
      ['in1', 'Unit in1', 28.8, 100],
      ['in2', 'Unit in2', 1.44, 50],
      ['use1', 'Unit use1', 1.44, 100],
    ]);
    expect(data2).toMatchObject({ total: 14.4, items: [{ id: 'in1', graph: { values: same(24, 0.6) } }] });
  });

  it('adds up sub-categories', async () => {
    const { data1, data2 } = await ask(
      'dateA1=10/06/2026&dateB1=11/06/2026&ids1=intake&ids2=use&category=SOURCE_CATEGORY&by=SUB_CATEGORY&type=MONTH',
    );
    expect(data1.items).toMatchObject([{ id: 'intake', name: 'Sub intake', total: 44.64 }]);
    expect(data1.items[0]?.graph.values.slice(8)).toEqual([14.4, 30.24]);
    expect(data2).toMatchObject({ by: 'SUB_CATEGORY', total: 1.44 });
  });

  it('reads dateA2 and dateB2 with CUSTOM', async () => {
    const { data1, data2 } = await ask(
      'dateA1=09/06/2026&dateA2=11/06/2026&dateB1=09/06/2026&dateB2=09/06/2026&ids1=in1&ids2=in1&category=SOURCE_CATEGORY&type=CUSTOM&divisionFactor=1',
    );
    expect(data1.items[0]?.graph.values).toEqual([14_400, 28_800, 14_400]);
    expect(data2.total).toBe(14_400);
  });

  it('gives tanks their stock and no total to levels', async () => {
    const { data1 } = await ask('dateA1=10/06/2026&dateB1=10/06/2026&ids1=t1&ids2=t1&category=STOCK_CATEGORY');
    expect(data1).toMatchObject({ total: 15, items: [{ total: 15 }] });
  });

  it('answers 304 while nothing changed', async () => {
    const get = await serve(plantOf(), now);
    const query = `${path}dateA1=10/06/2026&dateB1=09/06/2026&ids1=in1&ids2=in1&category=SOURCE_CATEGORY`;
    const etag = String((await get(query)).headers.etag);
    expect((await get(query, { 'if-none-match': etag })).status).toBe(304);
  });
});
