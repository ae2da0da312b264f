import type { ScadaGraphBody } from '../../contract/user/scada.ts';
import { idIn } from '../setup.ts';

type Page = ScadaGraphBody['pages'][number];
type Node = Page['nodes'][number];
type Place = readonly [x: number, y: number];

const bindOf = (unit: string, fields: readonly string[]) => fields.map((field) => ({ unitId: idIn('DEMO', unit), field }));

const node = (
  { kind, id, label }: Pick<Node, 'kind' | 'id' | 'label'>,
  [x, y]: Place,
  fields: readonly string[],
  more: Partial<Node> = {},
): Node => ({ id, kind, label, x, y, w: 158, h: 64, bind: bindOf(id, fields), ...more });

const meter = (id: string, label: string, place: Place): Node => node({ kind: 'meter', id, label }, place, ['value', 'total']);
const well = (id: string, label: string, place: Place): Node =>
  node({ kind: 'borewell', id, label }, place, ['value', 'total', 'level']);
const tank = (id: string, label: string, place: Place, kind: Node['kind'] = 'tank'): Node =>
  node({ kind, id, label }, place, ['percent', 'volume'], {
    w: 190,
    h: 110,
    range: { min: 0, low: 15, high: 97, max: 100 },
  });
const sensor = (id: string, label: string, place: Place, params: readonly string[]): Node => ({
  // wide enough for the names of what it measures
  ...node({ kind: 'sensor', id, label }, place, [], { w: 196 }),
  bind: params.map((param) => ({ unitId: idIn('DEMO', id), field: 'value', param })),
});
/** A pump without a signal of its own: its meter shows whether it runs. */
const pump = (id: string, label: string, place: Place, meterId: string): Node => ({
  ...node({ kind: 'pump', id, label }, place, []),
  bind: bindOf(meterId, ['value']),
});
const valve = (id: string, label: string, place: Place): Node =>
  node({ kind: 'valve', id, label }, place, [], { control: { deviceId: idIn('DEMO', id), action: 'valve' } });

const nodes: readonly Node[] = [
  well('borewell1', 'Borewell 1', [0, 0]),
  well('borewell2', 'Borewell 2', [0, 126]),
  meter('municipal', 'Municipal inlet', [0, 252]),
  tank('harvestTank', 'Rain harvest tank', [0, 356]),
  meter('harvestUse', 'Rain water', [220, 388]),
  meter('intake', 'Intake today', [220, 0]),
  tank('rawTank', 'Raw water tank', [220, 110]),
  meter('roFeed', 'RO feed', [440, 40]),
  meter('coolingMakeUp', 'Cooling tower', [440, 220]),
  node({ kind: 'membrane', id: 'permeate', label: 'RO train' }, [630, 20], ['value', 'total'], { w: 180 }),
  sensor('roQuality', 'RO pressures', [618, 150], ['feed_pressure', 'permeate_conductivity', 'temperature']),
  tank('treatedTank', 'Treated water tank', [840, 0]),
  meter('reject', 'RO reject', [840, 180]),
  sensor('treatedQuality', 'Treated water', [1016, 130], ['tds', 'turbidity', 'chlorine']),
  meter('processMain', 'Process main', [1060, 40]),
  meter('line1', 'Line 1 PET', [1420, 0]),
  meter('line2', 'Line 2 cans', [1420, 96]),
  valve('line3Valve', 'Line 3 inlet valve', [1240, 192]),
  meter('line3', 'Line 3 glass', [1420, 192]),
  meter('syrup', 'Syrup room', [1420, 288]),
  meter('boiler', 'Boiler make-up', [1420, 384]),
  tank('equalisationTank', 'ETP equalisation', [1060, 340], 'basin'),
  meter('etpOut', 'ETP outlet', [856, 366]),
  sensor('etpQuality', 'ETP outlet quality', [856, 450], ['ph', 'cod', 'tss']),
  tank('pond', 'Effluent pond', [630, 340], 'pond'),
  meter('discharge', 'Discharge', [420, 366]),
  pump('gardenPump', 'Garden pump', [630, 480], 'garden'),
  valve('gardenValve', 'Garden valve', [420, 480]),
  meter('garden', 'Garden', [220, 480]),
  node({ kind: 'sensor', id: 'incomer', label: 'Main incomer' }, [0, 510], ['value', 'total']),
];

const flows: readonly (readonly [from: string, to: string, meter?: string])[] = [
  ['borewell1', 'rawTank', 'borewell1'],
  ['borewell2', 'rawTank', 'borewell2'],
  ['municipal', 'rawTank', 'municipal'],
  ['harvestTank', 'harvestUse', 'harvestUse'],
  ['harvestUse', 'rawTank', 'harvestUse'],
  ['rawTank', 'roFeed', 'roFeed'],
  ['rawTank', 'coolingMakeUp', 'coolingMakeUp'],
  ['roFeed', 'permeate', 'roFeed'],
  ['permeate', 'treatedTank', 'permeate'],
  ['permeate', 'reject', 'reject'],
  ['treatedTank', 'processMain', 'processMain'],
  ...['line1', 'line2', 'syrup', 'boiler'].map((use) => ['processMain', use, use] as const),
  ['processMain', 'line3Valve', 'line3'],
  ['line3Valve', 'line3', 'line3'],
  ['equalisationTank', 'etpOut', 'etpOut'],
  ['etpOut', 'pond', 'etpOut'],
  ['pond', 'discharge', 'discharge'],
  ['pond', 'gardenPump', 'garden'],
  ['gardenPump', 'gardenValve', 'garden'],
  ['gardenValve', 'garden', 'garden'],
];

/** Level 1 of the beverage plant: from the wells to the drain on one screen. */
export const beverageScada: ScadaGraphBody = {
  pages: [
    {
      id: 'overview',
      name: 'Plant overview',
      level: 1,
      width: 1580,
      height: 620,
      nodes: [...nodes],
      edges: flows.map(([source, target, flow]) => ({
        ...{ id: `${source}-${target}`, source, target },
        ...(flow === undefined ? {} : { flowUnitId: idIn('DEMO', flow) }),
      })),
    },
  ],
};
