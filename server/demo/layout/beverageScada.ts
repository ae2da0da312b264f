import type { ScadaGraphBody } from '../../contract/user/scada.ts';
import { idIn } from '../setup.ts';

type Page = ScadaGraphBody['pages'][number];
type Node = Page['nodes'][number];
type Place = readonly [x: number, y: number];

const bindOf = (unit: string, fields: readonly string[]) => fields.map((field) => ({ unitId: idIn('DEMO', unit), field }));

const node = (
  kind: Node['kind'],
  id: string,
  label: string,
  [x, y]: Place,
  fields: readonly string[],
  more: Partial<Node> = {},
): Node => ({ id, kind, label, x, y, w: 120, h: 60, bind: bindOf(id, fields), ...more });

const meter = (id: string, label: string, place: Place): Node => node('meter', id, label, place, ['value', 'total']);
const well = (id: string, label: string, place: Place): Node => node('pump', id, label, place, ['value', 'total', 'level']);
const tank = (id: string, label: string, place: Place): Node =>
  node('tank', id, label, place, ['percent', 'volume'], {
    w: 140,
    h: 100,
    range: { min: 0, low: 15, high: 97, max: 100 },
  });
const sensor = (id: string, label: string, place: Place, params: readonly string[]): Node => ({
  ...node('sensor', id, label, place, []),
  bind: params.map((param) => ({ unitId: idIn('DEMO', id), field: 'value', param })),
});

const nodes: readonly Node[] = [
  well('borewell1', 'Borewell 1', [40, 60]),
  well('borewell2', 'Borewell 2', [40, 160]),
  meter('municipal', 'Municipal inlet', [40, 260]),
  tank('harvestTank', 'Rain harvest tank', [40, 360]),
  meter('harvestUse', 'Rain water', [220, 380]),
  tank('rawTank', 'Raw water tank', [400, 160]),
  meter('roFeed', 'RO feed', [600, 60]),
  node('membrane', 'permeate', 'RO train', [780, 60], ['value', 'total'], { w: 160 }),
  sensor('roQuality', 'RO pressures', [780, 150], ['feed_pressure', 'permeate_conductivity', 'temperature']),
  meter('reject', 'RO reject', [960, 20]),
  tank('treatedTank', 'Treated water tank', [980, 120]),
  sensor('treatedQuality', 'Treated water', [980, 250], ['tds', 'turbidity', 'chlorine']),
  meter('processMain', 'Process main', [1160, 150]),
  meter('line1', 'Line 1 PET', [1340, 40]),
  meter('line2', 'Line 2 cans', [1340, 120]),
  meter('line3', 'Line 3 glass', [1340, 200]),
  meter('syrup', 'Syrup room', [1340, 280]),
  meter('boiler', 'Boiler make-up', [1340, 360]),
  meter('coolingMakeUp', 'Cooling tower', [1340, 440]),
  tank('equalisationTank', 'ETP equalisation', [980, 420]),
  meter('etpOut', 'ETP outlet', [800, 440]),
  sensor('etpQuality', 'ETP outlet quality', [800, 530], ['ph', 'cod', 'tss']),
  tank('pond', 'Effluent pond', [600, 420]),
  meter('discharge', 'Discharge', [400, 440]),
  node('meter', 'intake', 'Intake today', [400, 20], ['total'], { w: 160 }),
  node('sensor', 'incomer', 'Main incomer', [40, 480], ['value', 'total']),
];

const flows: readonly (readonly [from: string, to: string])[] = [
  ['borewell1', 'rawTank'],
  ['borewell2', 'rawTank'],
  ['municipal', 'rawTank'],
  ['harvestTank', 'harvestUse'],
  ['harvestUse', 'rawTank'],
  ['rawTank', 'roFeed'],
  ['roFeed', 'permeate'],
  ['permeate', 'treatedTank'],
  ['permeate', 'reject'],
  ['treatedTank', 'processMain'],
  ...['line1', 'line2', 'line3', 'syrup', 'boiler', 'coolingMakeUp'].map((use) => ['processMain', use] as const),
  ['line1', 'equalisationTank'],
  ['equalisationTank', 'etpOut'],
  ['etpOut', 'pond'],
  ['pond', 'discharge'],
];

/** Level 1 of the beverage plant: from the wells to the drain on one screen. */
export const beverageScada: ScadaGraphBody = {
  pages: [
    {
      id: 'overview',
      name: 'Plant overview',
      level: 1,
      width: 1500,
      height: 620,
      nodes: [...nodes],
      edges: flows.map(([source, target]) => ({ id: `${source}-${target}`, source, target })),
    },
  ],
};
