import type { UnitMeta } from '../../contract/model/units.ts';
import { idIn } from '../setup.ts';
import { beverageWells } from './beverageWells.ts';
import type { DemoUnit } from './model.ts';

const at = (northM: number, eastM: number): UnitMeta => ({
  location: { lat: 18.757 + northM / 111_000, lon: 73.842 + eastM / 105_100 },
});
const waterOf = (unit: string, more: UnitMeta = {}): UnitMeta => ({ flowUnitId: idIn('DEMO', unit), ...more });

/** Where units are on the site, and which meter counts the water of an analyser or a drive. */
const links: Readonly<Record<string, UnitMeta>> = {
  borewell1: at(140, -160),
  borewell2: at(-120, -190),
  piezometer: at(30, -240),
  municipal: at(-60, 210),
  rawTank: at(40, -40),
  roFeed: at(55, -10),
  treatedTank: at(60, 30),
  harvestTank: at(110, 60),
  rain: at(120, 90),
  coolingBasin: at(20, 95),
  etpOut: at(-110, 40),
  stpOut: at(-130, 70),
  pond: at(-160, 20),
  discharge: at(-190, 110),
  incomer: at(-20, 180),
  treatedQuality: waterOf('processMain'),
  etpQuality: { ...at(-112, 44), ...waterOf('etpOut', { underConsent: true }) },
  stpQuality: { ...at(-132, 74), ...waterOf('stpOut', { underConsent: true }) },
  roQuality: waterOf('roFeed', { ro: { side: 'train' } }),
  roEnergy: waterOf('permeate', { ro: { side: 'train' } }),
  borewell1Energy: waterOf('borewell1'),
  borewell2Energy: waterOf('borewell2'),
  etpEnergy: waterOf('etpIn'),
};

export const linked = (unit: DemoUnit): DemoUnit => {
  const meta = links[unit.key];
  const well = beverageWells[unit.key];
  return meta || well ? { ...unit, meta: { ...unit.meta, ...meta, ...(well && { well }) } } : unit;
};
