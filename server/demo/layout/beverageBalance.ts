import type { BalanceGraphSent } from '../../contract/user/waterBalance.ts';
import { idIn } from '../setup.ts';

type Node = BalanceGraphSent['nodes'][number];
type Edge = BalanceGraphSent['edges'][number];
type Place = readonly [column: number, row: number];

const unitsOf = (keys: readonly string[]): string[] => keys.map((key) => idIn('DEMO', key));

const node = (
  { type, id, label }: { type: NonNullable<Node['type']>; id: string; label: string },
  [column, row]: Place,
  more: Partial<Node> = {},
): Node => ({
  ...more,
  id,
  type,
  label,
  position: { x: 220 * column, y: 110 * row },
});
const tank = (id: string, label: string, place: Place, stockUnitIds = unitsOf([id])): Node =>
  node({ type: 'tank', id, label }, place, { stockUnitIds });

const nodes: readonly Node[] = [
  node({ type: 'source', id: 'wells', label: 'Borewells' }, [0, 0]),
  node({ type: 'source', id: 'town', label: 'Town water' }, [0, 1]),
  node({ type: 'source', id: 'roof', label: 'Roofs' }, [0, 3]),
  tank('harvestTank', 'Rain harvest tank', [1, 3]),
  node({ type: 'discharge', id: 'recharge', label: 'Recharge pit' }, [2, 4]),
  tank('rawTank', 'Raw water tank', [2, 1]),
  node({ type: 'treatment', id: 'ro', label: 'RO train' }, [3, 0]),
  tank('treatedTank', 'Treated water tank', [4, 0]),
  node({ type: 'process', id: 'header', label: 'Process water main' }, [5, 0]),
  node({ type: 'consumer', id: 'line1', label: 'Line 1 PET' }, [6, 0]),
  node({ type: 'consumer', id: 'line2', label: 'Line 2 cans' }, [6, 1]),
  node({ type: 'consumer', id: 'line3', label: 'Line 3 glass' }, [6, 2]),
  node({ type: 'consumer', id: 'syrup', label: 'Syrup room' }, [6, 3]),
  node({ type: 'consumer', id: 'boiler', label: 'Boiler' }, [6, 4]),
  node({ type: 'process', id: 'cooling', label: 'Cooling tower' }, [3, 3], { stockUnitIds: unitsOf(['coolingBasin']) }),
  node({ type: 'loss', id: 'evaporation', label: 'Evaporation' }, [5, 3]),
  node({ type: 'consumer', id: 'domestic', label: 'Domestic' }, [3, 5]),
  node({ type: 'consumer', id: 'canteen', label: 'Canteen' }, [3, 6]),
  // what comes back from lines and people has no meter of its own
  node({ type: 'process', id: 'drains', label: 'Process drains' }, [3, 4], { conserve: false }),
  node({ type: 'process', id: 'sewers', label: 'Sewers' }, [3, 7], { conserve: false }),
  tank('equalisation', 'ETP equalisation tank', [4, 4], unitsOf(['equalisationTank'])),
  node({ type: 'treatment', id: 'etp', label: 'Effluent plant' }, [5, 4], { knownLossPct: 3 }),
  tank('sump', 'STP sump', [4, 7], unitsOf(['sewageSump'])),
  node({ type: 'treatment', id: 'stp', label: 'Sewage plant' }, [5, 7], { knownLossPct: 4 }),
  tank('pond', 'Treated effluent pond', [6, 6]),
  node({ type: 'consumer', id: 'garden', label: 'Garden' }, [7, 6]),
  node({ type: 'discharge', id: 'cetp', label: 'Common effluent plant' }, [7, 7]),
];

const edge = (source: string, target: string, meters: readonly string[], more: Partial<Edge> = {}): Edge => ({
  ...more,
  id: `${source}-${target}`,
  source,
  target,
  unitIds: unitsOf(meters),
});

const edges: readonly Edge[] = [
  edge('wells', 'rawTank', ['borewell1', 'borewell2']),
  edge('town', 'rawTank', ['municipal']),
  edge('roof', 'harvestTank', []),
  edge('harvestTank', 'rawTank', ['harvestUse']),
  edge('harvestTank', 'recharge', ['recharge']),
  edge('rawTank', 'ro', ['roFeed']),
  edge('rawTank', 'cooling', ['coolingMakeUp']),
  edge('rawTank', 'domestic', ['domestic']),
  edge('rawTank', 'canteen', ['canteen']),
  edge('rawTank', 'equalisation', ['backwash'], { label: 'Filter backwash' }),
  edge('ro', 'treatedTank', ['permeate']),
  edge('ro', 'cetp', ['reject'], { label: 'RO reject' }),
  edge('treatedTank', 'header', ['processMain']),
  edge('header', 'line1', ['line1']),
  edge('header', 'line2', ['line2']),
  edge('header', 'line3', ['line3']),
  edge('header', 'syrup', ['syrup']),
  edge('header', 'boiler', ['boiler']),
  edge('cooling', 'equalisation', ['coolingBlowDown'], { label: 'Blow-down' }),
  edge('cooling', 'evaporation', []),
  edge('drains', 'equalisation', []),
  edge('equalisation', 'etp', ['etpIn']),
  edge('etp', 'pond', ['etpOut']),
  edge('sewers', 'sump', []),
  edge('sump', 'stp', ['stpIn']),
  edge('stp', 'pond', ['stpOut']),
  // 420 m2 of open water, 4.8 mm a day
  edge('pond', 'evaporation', [], { estimate: { kind: 'fixedKLD', value: 2, uncertaintyPct: 50 } }),
  edge('pond', 'garden', ['garden']),
  edge('pond', 'cetp', ['discharge']),
];

/** The water of the beverage plant from its sources to the common effluent plant, by the meters it has. */
export const beverageBalance: BalanceGraphSent = {
  nodes: [...nodes],
  edges: [...edges],
  layout: { direction: 'LR', zoom: 0.7 },
};
