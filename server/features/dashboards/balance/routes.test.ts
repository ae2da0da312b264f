import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../core/shift.ts';
import { edge, node } from '../../../test/balanceRig.ts';
import { as, DATA, data, plant, rig, SLOT_MS, save, serveBalance, small, today, write } from '../../../test/servedBalance.ts';

serveBalance();

describe('the balance', () => {
  it('is empty without a graph', async () => {
    expect(await data('date1=19/06/2026')).toMatchObject({ nodes: [], edges: [], summary: [], sankey: { nodes: [], links: [] } });
  });

  it('gives for every node and edge what an engineer would work out', async () => {
    await save({
      nodes: [node('in', 'source'), node('store', 'tank', { stockUnitIds: ['tank'], knownLossPct: 1 }), node('out', 'consumer')],
      edges: small.edges,
    });
    write('2026-06-18', {}, [90_000, 100_000]);
    write('2026-06-19', { well: 10_000, use: 9000 }, [100_000, 112_000]);
    const found = await data('date1=19/06/2026');
    expect(found).toMatchObject({ type: 'HOUR', siUnit: 'KL', window: { label: '19/06/2026', open: false } });
    const store = found.nodes.find(({ id }) => id === 'store');
    // 2 % of each volume, and 2 mm on 100 m2 at both ends
    const u = Math.hypot(4800 / Math.sqrt(3), 4320 / Math.sqrt(3), Math.SQRT2 * 200);
    expect(store).toMatchObject({
      label: 'STORE',
      inKL: 240,
      outKL: 216,
      stockChangeKL: 12,
      knownLossKL: 2.4,
      unaccountedKL: 9.6,
      unaccountedPct: 4,
      inflow: 240,
      outflow: 216,
      balance: 9.6,
      status: 'loss',
      leakage: 9.6,
      baselineZ: null,
      completeness: 100,
    });
    expect(store?.uncertaintyKL).toBeCloseTo(u / 1000, 2);
    expect(store?.z).toBeCloseTo(9600 / u, 1);
    expect(store?.band95KL).toBeCloseTo((1.96 * u) / 1000, 2);
    expect(store?.graph).toMatchObject({ unit: 'KL', stepMinutes: 60, quality: 'G'.repeat(24), total: 9.6 });
    expect(store?.graph?.values[5]).toBeCloseTo(10 - 9 - 0.5 - 0.1, 5);
    expect(found.nodes.find(({ id }) => id === 'in')).toMatchObject({ status: 'undetermined', outflow: 240, balance: null });
    expect(found.edges[0]).toMatchObject({ id: 'e1', measuredKL: 240, estimated: false, reversed: false });
    expect(found.edges[0]?.uncertaintyKL).toBeCloseTo(4.8 / Math.sqrt(3), 2);
    // what is reconciled closes: in - out - stock - loss = 0, the stock being all but exact
    const [e1 = 0, e2 = 0] = found.edges.map(({ reconciledKL }) => reconciledKL ?? 0);
    expect(e1 - e2 - 12 - 2.4).toBeCloseTo(0, 0);
    expect(found.totals).toMatchObject({ inKL: 240, outKL: 216, unaccountedKL: 9.6, status: 'loss' });
    expect(found.summary.map(({ displayName, value }) => [displayName, value])).toEqual([
      ['Inflow', 240],
      ['Delivered to use', 216],
      ['Known losses', 2.4],
      ['Stock change', 12],
      ['Unaccounted', 9.6],
    ]);
    expect(found.sankey.links).toContainEqual({ source: 'store', target: '~unaccounted', value: 9.6, kind: 'unaccounted' });
  });

  it('divides what has no KL in its name', async () => {
    await save(small);
    write('2026-06-18', {}, [1000, 1000]);
    write('2026-06-19', { well: 10_000, use: 9000 }, [1000, 1000]);
    const found = await data('date1=19/06/2026&divisionFactor=1');
    expect(found.siUnit).toBe('L');
    expect(found.nodes.find(({ id }) => id === 'store')).toMatchObject({ inKL: 240, inflow: 240_000, balance: 24_000 });
    expect(found.sankey.links[0]).toMatchObject({ value: 240_000 });
  });

  it('of a running day counts as far as it has come', async () => {
    await save(small);
    write('2026-06-19', { well: 10_000, use: 9900 }, [1000, 1000]);
    write(today, { well: 10_000, use: 9900 }, [1000, 1000]);
    const found = await data('date1=20/06/2026');
    expect(found.window.open).toBe(true);
    expect(found.totals).toMatchObject({ inKL: 120, unaccountedKL: 1.2, status: 'balanced' });
    expect(found.nodes.find(({ id }) => id === 'store')).toMatchObject({ completeness: 100 });
    expect(found.nodes.find(({ id }) => id === 'store')?.graph?.quality).toBe(`${'G'.repeat(12)}${'M'.repeat(12)}`);
    expect(await data('date1=25/06/2026')).toMatchObject({
      totals: { inKL: null, unaccountedKL: null, z: null, status: 'incomplete' },
    });
  });

  it('of a month has its days, and a second date to compare with', async () => {
    await save(small);
    write('2026-05-31', {}, [1000, 1000]);
    write('2026-05-30', { well: 1000, use: 1000 }, [1000, 1000]);
    for (let day = 1; day <= 3; day += 1) write(`2026-06-0${day}`, { well: 10_000, use: 9900 }, [1000, 1000]);
    const found = await data('date1=03/06/2026&type=DATE&date2=02/06/2026');
    expect(found.window.label).toBe('01/06/2026 - 03/06/2026');
    expect(found.nodes.find(({ id }) => id === 'store')?.graph?.labels).toEqual(['01/06/2026', '02/06/2026', '03/06/2026']);
    expect(found.totals).toMatchObject({ inKL: 720, unaccountedKL: 7.2 });
    expect(found.compare).toMatchObject({ window: { label: '01/06/2026 - 02/06/2026' }, inKL: 480, unaccountedKL: 4.8 });
    expect((await data('date1=03/06/2026&type=DATE')).compare).toBeUndefined();
  });

  it('of the month in which a plant joined counts a daily estimate from that day on', async () => {
    const industry = plant.industry('DEMO');
    if (industry) industry.joinedAtMs = plant.calendar.windowOfDay(dayNumber('2026-05-27')).firstSlot * SLOT_MS;
    const estimate = { kind: 'fixedKLD' as const, value: 2, uncertaintyPct: 10 };
    await save({ nodes: small.nodes, edges: [edge('e1', 'in>store', ['well']), edge('e2', 'store>out', [], { estimate })] });
    const measured = async (query: string) => (await data(query)).edges.find(({ id }) => id === 'e2')?.measuredKL;
    expect(await measured('date1=31/05/2026&type=DATE')).toBe(10);
    expect(await measured('date1=26/05/2026')).toBe(0);
    expect(await measured('date1=28/05/2026')).toBe(2);
  });

  it('has a tag that changes with readings, the graph and what is asked', async () => {
    await save(small);
    write('2026-06-19', { well: 10_000, use: 9900 }, [1000, 1000]);
    const tagOf = async (query: string): Promise<string> =>
      String((await rig.ask(`${DATA}?${query}`, { headers: as('viewer') })).headers.etag);
    const tag = await tagOf('date1=19/06/2026');
    const again = await rig.ask(`${DATA}?date1=19/06/2026`, { headers: as('viewer', { 'if-none-match': tag }) });
    expect([again.status, again.text]).toEqual([304, '']);
    const others = [await tagOf('date1=18/06/2026'), await tagOf('date1=19/06/2026&type=DATE')];
    write('2026-06-19', { use: 9800 });
    others.push(await tagOf('date1=19/06/2026'));
    await save(small);
    others.push(await tagOf('date1=19/06/2026'));
    expect(new Set([tag, ...others]).size).toBe(5);
  });

  it.each([
    ['', 'date1 missing'],
    ['date1=31/02/2026', 'date1'],
    ['date1=2026-06-19', 'date1'],
    ['date1=19/06/2026&date2=30/02/2026', 'date2'],
    ['date1=19/06/1960', 'date1 is before 1970'],
    ['date1=19/06/2026&date2=19/06/1960', 'date2 is before 1970'],
    ['date1=19/06/2026&type=YEAR', 'type'],
    ['date1=19/06/2026&divisionFactor=x', 'divisionFactor'],
  ])('is 1403 for "%s"', async (query, message) => {
    const reply = await rig.ask(`${DATA}?${query}`, { headers: as('viewer') });
    expect(reply.body).toMatchObject({ code: 1403, message: expect.stringContaining(message) });
  });

  it('of early days has no baseline and no fault', async () => {
    await save(small);
    expect(await data('date1=01/01/1970')).toMatchObject({ totals: { status: 'incomplete' } });
    expect(await data('date1=10/01/1970&type=DATE')).toMatchObject({ totals: { status: 'incomplete' } });
  });
});
