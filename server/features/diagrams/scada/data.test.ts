import { describe, expect, it } from 'vitest';
import { ask, bind, data, measured, NOW, node, nodeOf, rig, serveDiagrams, values } from '../../../test/scadaPlant.ts';

serveDiagrams();

describe('the data of a diagram', () => {
  it('are an object whose pages are those of every diagram of the docType', async () => {
    const answer = await data();
    expect(answer).toMatchObject({ date: '10/11/2026', type: 'DAY', refreshedAt: new Date(NOW).toISOString() });
    expect(answer.pages.map(({ id, prefix, name }) => [id, prefix, name])).toEqual([
      ['main', '', 'Page main'],
      ['annex', 'Annex', 'Page annex'],
    ]);
    expect((await data('date=10/11/2026&prefix=Annex')).pages.map(({ id }) => id)).toEqual(['annex']);
    expect((await data('date=10/11/2026&docType=other')).pages.map(({ id }) => id)).toEqual(['other']);
    expect((await data('date=10/11/2026&docType=none')).pages).toEqual([]);
  });

  it('are of one page where it is named', async () => {
    expect((await data('date=10/11/2026&page=annex')).pages.map(({ id }) => id)).toEqual(['annex']);
    expect((await data('date=10/11/2026&page=nowhere')).pages).toEqual([]);
  });

  it('have no sparklines where there would be more than 600', async () => {
    const many = Array.from({ length: 61 }, (_, at) => node(`n${at}`, Array(10).fill(bind('in', 'flow'))));
    const pages = [
      { id: 'large', name: 'L', level: 1, width: 1, height: 1, nodes: many, edges: [] },
      { id: 'small', name: 'S', level: 1, width: 1, height: 1, nodes: [node('one', [bind('in', 'flow')])], edges: [] },
    ];
    await rig.call('POST', '/api/user/scada/graphEditor?docType=large', { body: { pages } });
    expect((await values('one', 'date=10/11/2026&docType=large'))[0]?.spark).toBeUndefined();
    expect((await values('one', 'date=10/11/2026&docType=large&page=small'))[0]?.spark).toHaveLength(32);
  });

  it('of a window that is over are those at its end', async () => {
    const [flow] = await values('meter', 'date=09/11/2026');
    expect(flow).toMatchObject({ value: 1.2, at: '2026-11-10T00:30:00.000Z', quality: 'G' });
    expect((await values('tank', 'date=09/11/2026'))[1]).toMatchObject({ value: 150, at: '2026-11-10T00:30:00.000Z' });
    expect((await values('lab', 'date=09/11/2026'))[0]).toMatchObject({ value: null, quality: 'M', state: 'bad', at: null });
  });

  it('of a day that has not begun are nothing', async () => {
    const [flow, total] = await values('meter', 'date=12/11/2026');
    expect([flow?.value, flow?.state, total?.value, total?.state]).toEqual([null, 'bad', null, 'bad']);
  });

  it('add the meters of a node, one behind another once, and never water and energy', async () => {
    const answer = await data();
    expect(nodeOf(answer, 'meter')).toMatchObject({ total: 2.4, totalUnit: 'KL', completeness: 100 });
    expect(nodeOf(answer, 'both')).toMatchObject({ total: 2.4 });
    expect(nodeOf(answer, 'mixed').total).toBeUndefined();
    expect(nodeOf(answer, 'tank').total).toBeUndefined();
    expect(nodeOf(answer, 'text')).toEqual({ id: 'text', values: [] });
    const yesterday = await data('date=08/11/2026');
    expect(nodeOf(yesterday, 'meter')).toMatchObject({ total: null, completeness: 0 });
  });

  it('show a unit that is gone as bad, and the rest of the page', async () => {
    const graph = {
      pages: [{ id: 'p', name: 'P', level: 1, width: 1, height: 1, nodes: [node('n', [bind('in', 'flow')])], edges: [] }],
    };
    await rig.call('POST', '/api/user/scada/graphEditor?docType=gone', { body: graph });
    const units = measured.units;
    measured.units = () => [];
    try {
      expect((await values('n', 'date=10/11/2026&docType=gone'))[0]).toMatchObject({ value: null, quality: 'M', state: 'bad' });
    } finally {
      measured.units = units;
    }
  });
});

describe('asking for the data', () => {
  it.each([
    ['without a date', ''],
    ['for a date that does not exist', 'date=31/02/2026'],
    ['for another type', 'date=10/11/2026&type=CUSTOM'],
    ['for a docType with a slash', 'date=10/11/2026&docType=a/b'],
  ])('%s is 1403', async (_, query) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { code: 1403 } });
  });

  it('again costs nothing until something changes', async () => {
    const tagOf = async (query: string): Promise<string> => String((await ask(query)).headers.etag);
    const again = async (query: string, tag: string): Promise<number> => (await ask(query, { 'if-none-match': tag })).status;
    const [closed, open] = ['date=09/11/2026', 'date=10/11/2026'];
    const [closedTag, openTag] = [await tagOf(closed), await tagOf(open)];
    expect([await again(closed, closedTag), await again(open, openTag)]).toEqual([304, 304]);
    rig.plant.clock.advance(2000);
    expect([await again(closed, closedTag), await again(open, openTag)]).toEqual([304, 200]);
    const later = await tagOf(closed);
    await rig.call('POST', '/api/user/scada/graphEditor?prefix=Annex', { body: { pages: [] } });
    expect(await again(closed, later)).toBe(200);
  });
});
