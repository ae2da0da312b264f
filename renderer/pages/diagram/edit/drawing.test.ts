import { expect, it } from 'vitest';
import type { ScadaNode, ScadaPage } from '../../../../server/contract/user/scada.ts';
import { joined } from '../../../parts/editor/things.ts';
import {
  apart,
  clipOf,
  connected,
  type Drawing,
  drawingRules,
  grouped,
  missingControls,
  missingUnits,
  newNode,
  onPage,
  pasted,
  removed,
  withGroups,
  withoutControls,
  withoutUnits,
} from './drawing.ts';
import { pageFromBalance } from './fromBalance.ts';

const node = (id: string, more: Partial<ScadaNode> = {}): ScadaNode => ({
  id,
  kind: 'tank',
  label: id,
  x: 0,
  y: 0,
  w: 10,
  h: 10,
  ...more,
});
const page: ScadaPage = {
  id: 'p',
  name: 'Plant',
  level: 1,
  width: 100,
  height: 100,
  nodes: [node('a', { bind: [{ unitId: 'u1', field: 'value' }] }), node('b'), node('c')],
  edges: [
    { id: 'a-b', source: 'a', target: 'b', flowUnitId: 'u2' },
    { id: 'b-c', source: 'b', target: 'c' },
  ],
};
const drawing: Drawing = { prefix: '', docType: 'scadaWaterBalance', pages: [page], own: 'kept' };

it('with a symbol go its lines, and one line between two symbols is enough', () => {
  const after = removed(page, { nodes: new Set(['b']), edges: new Set() });
  expect(after.nodes.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(after.edges).toEqual([]);
  expect(connected(page, 'a', 'b')).toBe(page);
  expect(connected(page, 'a', 'a')).toBe(page);
  expect(connected(page, 'a', 'c').edges.at(-1)).toEqual({ id: 'a-c', source: 'a', target: 'c' });
});

it('a copy has ids of its own and the lines between what was copied', () => {
  const { page: after, ids } = pasted(page, clipOf(page, new Set(['a', 'b'])));
  expect([...ids]).toEqual(['a-2', 'b-2']);
  expect(after.edges.at(-1)).toEqual({ id: 'a-2-b-2', source: 'a-2', target: 'b-2', flowUnitId: 'u2' });
  expect(after.nodes.at(-1)).toMatchObject({ id: 'b-2', x: 30, y: 30 });
  expect(newNode('pump', 'Pump', { x: 14, y: 16 }, new Set(['pump']))).toMatchObject({ id: 'pump-2', x: 10, y: 20 });
});

it('one symbol of a group brings the others until the group is taken apart', () => {
  const joinedUp = grouped(page, new Set(['a', 'c']));
  expect([...withGroups(joinedUp, new Set(['c']))]).toEqual(['a', 'c']);
  expect([...withGroups(apart(joinedUp, new Set(['a', 'c'])), new Set(['c']))]).toEqual(['c']);
});

it('taken apart and put together a drawing is the same, with fields that nobody knows', () => {
  expect(drawingRules.documentOf(drawingRules.thingsOf(drawing), drawing)).toEqual(drawing);
});

it('where they removed a symbol to which I drew a line, the line goes and my symbol stays', () => {
  const mine = onPage(drawing, 'p', (one) => connected({ ...one, nodes: [...one.nodes, node('m')] }, 'm', 'c'));
  const theirs = onPage(drawing, 'p', (one) => removed(one, { nodes: new Set(['c']), edges: new Set() }));
  const { thingsOf, documentOf } = drawingRules;
  const both = documentOf(joined(thingsOf(drawing), thingsOf(mine), thingsOf(theirs)).things, theirs);
  expect(both.pages[0]?.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'm']);
  expect(both.pages[0]?.edges.map(({ id }) => id)).toEqual(['a-b']);
});

it('bindings to units of another plant are found and taken away', () => {
  const gone = missingUnits(page, new Set(['u1']));
  expect(gone).toEqual(['u2']);
  expect(missingUnits(withoutUnits(page, new Set(gone)), new Set(['u1']))).toEqual([]);
});

it('controls by write points of another plant are found and taken away', () => {
  const moved = (id: string, deviceId: string) => ({ ...node(id), control: { deviceId, action: 'valve' as const } });
  const imported = { ...page, nodes: [moved('v', 'wp1'), moved('w', 'V2'), moved('x', 'gone'), moved('y', 'gone')] };
  const gone = missingControls(imported, new Set(['wp1', 'V2']));
  expect(gone).toEqual(['gone']);
  expect(withoutControls(imported, new Set(gone)).nodes.map(({ control }) => control?.deviceId)).toEqual([
    'wp1',
    'V2',
    undefined,
    undefined,
  ]);
});

it('a page is built from the balance: tanks by their stock, flows by their first meter', () => {
  const built = pageFromBalance(
    {
      version: 1,
      layout: { direction: 'LR', zoom: 1 },
      nodes: [
        { id: 'in', type: 'source', label: 'Wells', unitIds: ['w1'], position: { x: 0, y: 0 } },
        { id: 'raw', type: 'process', label: '', unitIds: [], stockUnitIds: ['t1'], position: { x: 0, y: 0 } },
      ],
      edges: [{ id: 'e', source: 'in', target: 'raw', unitIds: ['w1', 'w2'] }],
    },
    'From the balance',
  );
  expect(built.nodes.map(({ kind, label, bind }) => [kind, label, bind])).toEqual([
    ['line', 'Wells', [{ unitId: 'w1', field: 'value' }]],
    ['tank', 'raw', [{ unitId: 't1', field: 'percent' }]],
  ]);
  expect(built.nodes[1]?.x).toBeGreaterThan(built.nodes[0]?.x ?? 0);
  expect(built.edges).toEqual([{ id: 'e', source: 'in', target: 'raw', flowUnitId: 'w1' }]);
});
