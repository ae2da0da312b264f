import { describe, expect, it } from 'vitest';
import { edge, node } from '../../../test/balanceRig.ts';
import { balance, save, serveBalance, small, write } from '../../../test/servedBalance.ts';

serveBalance();

describe('verdicts for alarms and overviews', () => {
  const leaky = { nodes: [...small.nodes, node('side', 'process'), node('drain', 'discharge')], edges: [...small.edges] };

  it('name the node that is farthest from closing, with its units', async () => {
    await save({
      nodes: leaky.nodes,
      edges: [
        ...leaky.edges,
        edge('e3', 'store>side', ['side']),
        edge('e4', 'side>drain', [], { estimate: { kind: 'fixedKLD', value: 20, uncertaintyPct: 10 } }),
      ],
    });
    write('2026-06-18', {}, [1000, 1000]);
    write('2026-06-19', { well: 10_000, use: 8950, side: 1000 }, [1000, 1000]);
    expect(await balance.worstNode('DEMO', '2026-06-19')).toMatchObject({
      nodeId: 'side',
      unaccountedKL: 4,
      status: 'loss',
      unitIds: ['side'],
    });
    const verdicts = await balance.verdicts('DEMO', '2026-06-19');
    expect(verdicts.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ['side', 'loss'],
      ['store', 'balanced'],
    ]);
    expect(verdicts[1]?.unitIds.toSorted()).toEqual(['side', 'tank', 'use', 'well']);
    // nothing new was read, so they are the same ones
    expect(await balance.verdicts('DEMO', '2026-06-19')).toBe(verdicts);
    write('2026-06-19', { side: 850 });
    expect(await balance.verdicts('DEMO', '2026-06-19')).not.toBe(verdicts);
  });

  it('are none without a graph, and none is the worst where nothing is evaluated', async () => {
    expect(await balance.verdicts('DEMO', '2026-06-19')).toEqual([]);
    await save(small);
    expect(await balance.worstNode('DEMO', '2026-06-19')).toBeNull();
  });
});
