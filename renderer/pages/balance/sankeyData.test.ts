import { expect, it } from 'vitest';
import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import { inKL } from './figures.ts';
import { drawn } from './sankeyData.ts';

const dataIn = (siUnit: string, value: number): Parameters<typeof drawn>[0] => ({
  siUnit,
  nodes: [],
  edges: [],
  sankey: {
    nodes: ['a', 'b'].map((id) => ({ id, name: id, kind: 'source' })),
    links: [{ source: 'a', target: 'b', value, kind: 'flow' }],
  } as BalanceData['sankey'],
});

it.each([
  ['KL', 941.05],
  ['m3', 941.05],
  ['ML', 0.94105],
  ['L', 941_050],
])('what is drawn of a plant that is shown in %s is in kilolitres, as the page says', (siUnit, value) => {
  const { nodes, links } = drawn(dataIn(siUnit, value));
  expect(links[0]?.value).toBeCloseTo(941.05, 9);
  expect(nodes.map((node) => node.value)).toEqual([links[0]?.value, links[0]?.value]);
  expect(inKL([value, 0], siUnit)).toEqual([links[0]?.value, 0]);
});
