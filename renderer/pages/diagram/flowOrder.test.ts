import { expect, it } from 'vitest';
import { flowOrder, sidesOf } from './flowOrder.ts';

const node = (id: string, x = 0, y = 0) => ({ id, x, y });
const edge = (source: string, target: string) => ({ source, target });

it('what feeds comes before what is fed, and what is connected to nothing comes last', () => {
  const nodes = [node('apart', 0, -5), node('use'), node('tank'), node('well')];
  expect(flowOrder({ nodes, edges: [edge('tank', 'use'), edge('well', 'tank')] })).toEqual(['well', 'tank', 'use', 'apart']);
});

it('water that comes back does not stop the order', () => {
  const nodes = [node('a', 0, 0), node('b', 0, 1)];
  expect(flowOrder({ nodes, edges: [edge('a', 'b'), edge('b', 'a')] })).toHaveLength(2);
});

it('a line leaves a box on the side of the other one', () => {
  expect(sidesOf({ x: 0, y: 0, w: 10 }, { x: 20, y: 0, w: 10 })).toEqual(['right', 'left']);
  expect(sidesOf({ x: 20, y: 0, w: 10 }, { x: 0, y: 0, w: 10 })).toEqual(['left', 'right']);
  expect(sidesOf({ x: 0, y: 0, w: 10 }, { x: 5, y: 90, w: 10 })).toEqual(['bottom', 'top']);
});
