import type { BalanceGraph, BalanceNodeType } from '../../../../server/contract/model/balanceGraph.ts';
import type { ScadaNode } from '../../../../server/contract/user/scada.ts';
import { graphLayout } from '../../../parts/editor/graphLayout.ts';
import type { Kind, NewPage } from './drawing.ts';

const kinds: Record<BalanceNodeType, Kind> = {
  source: 'line',
  tank: 'tank',
  process: 'coolingTower',
  treatment: 'membrane',
  consumer: 'line',
  discharge: 'pond',
  loss: 'text',
  junction: 'meter',
};

const size = { width: 190, height: 110 };

/** A page with a symbol for each node of the balance, bound to its tanks and meters, and a line for each flow. */
export const pageFromBalance = ({ nodes, edges }: BalanceGraph, name: string): NewPage => {
  const places = graphLayout({ nodes, edges }, size);
  const drawn = nodes.map(({ id, type, label, unitIds, stockUnitIds = [] }): ScadaNode => {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    const bind = [
      ...stockUnitIds.map((unitId) => ({ unitId, field: 'percent' })),
      ...unitIds.filter((unitId) => !stockUnitIds.includes(unitId)).map((unitId) => ({ unitId, field: 'value' })),
    ].slice(0, 20);
    return {
      id: id.slice(0, 64),
      kind: stockUnitIds.length > 0 ? 'tank' : kinds[type],
      label: label || id,
      x: Math.round(x / 10) * 10,
      y: Math.round(y / 10) * 10,
      w: size.width,
      h: stockUnitIds.length > 0 ? size.height : 64,
      ...(bind.length === 0 ? {} : { bind }),
    };
  });
  return {
    name,
    level: 2,
    width: Math.max(size.width, ...drawn.map(({ x, w }) => x + w)),
    height: Math.max(size.height, ...drawn.map(({ y, h }) => y + h)),
    nodes: drawn,
    edges: edges.map(({ id, source, target, unitIds: [flowUnitId] }) => ({
      id: id.slice(0, 64),
      source: source.slice(0, 64),
      target: target.slice(0, 64),
      ...(flowUnitId === undefined ? {} : { flowUnitId }),
    })),
  };
};
