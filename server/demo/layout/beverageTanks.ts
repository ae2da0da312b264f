import type { StandardCategoryId } from '../../contract/model/common.ts';
import type { TankShape } from '../../contract/model/units.ts';
import type { BeverageGauge } from '../process/beverageState.ts';

/** A tank with a level meter. */
export type DemoTank = {
  unit: string;
  name: string;
  sub: string;
  gauge: string;
  capacityKl: number;
  shape: TankShape;
  ids?: readonly StandardCategoryId[];
};

/** Tanks with a level meter; the shape holds the capacity that the physics gives the tank. */
export const beverageTanks = [
  {
    unit: 'rawTank',
    name: 'Raw water tank',
    sub: 'freshTanks',
    gauge: 'rawM3',
    capacityKl: 800,
    shape: { shape: 'rectangular', length: 16, width: 5, height: 5, compartments: 2 },
    ids: ['ID_RAW_WATER_STOCK'],
  },
  {
    unit: 'treatedTank',
    name: 'Treated water tank',
    sub: 'freshTanks',
    gauge: 'treatedM3',
    capacityKl: 510,
    shape: { shape: 'vertical_cylinder', diameter: 10, height: 6.5 },
  },
  {
    unit: 'syrupTank',
    name: 'Syrup buffer tank',
    sub: 'freshTanks',
    gauge: 'syrupM3',
    capacityKl: 30,
    shape: { shape: 'horizontal_cylinder', diameter: 2.6, length: 5, head: 0.65 },
  },
  {
    unit: 'harvestTank',
    name: 'Rain harvest tank',
    sub: 'freshTanks',
    gauge: 'harvestM3',
    capacityKl: 180,
    shape: { shape: 'rectangular', length: 10, width: 6, height: 3, compartments: 1 },
  },
  {
    unit: 'coolingBasin',
    name: 'Cooling tower basin',
    sub: 'freshTanks',
    gauge: 'basinM3',
    capacityKl: 32,
    shape: { shape: 'rectangular', length: 6.4, width: 4, height: 1.25, compartments: 1 },
  },
  {
    unit: 'equalisationTank',
    name: 'ETP equalisation tank',
    sub: 'wasteTanks',
    gauge: 'equalisationM3',
    capacityKl: 300,
    shape: { shape: 'cone_bottom', diameter: 8.5, bottomDiameter: 1.5, coneHeight: 1.6, height: 6.4 },
  },
  {
    unit: 'sewageSump',
    name: 'STP sump',
    sub: 'wasteTanks',
    gauge: 'sumpM3',
    capacityKl: 30,
    shape: { shape: 'rectangular', length: 4, width: 3, height: 2.5, compartments: 1 },
  },
  {
    unit: 'pond',
    name: 'Treated effluent pond',
    sub: 'wasteTanks',
    gauge: 'pondM3',
    capacityKl: 900,
    shape: {
      shape: 'table',
      rows: [
        [0, 0],
        [0.5, 118],
        [1, 266],
        [1.5, 443],
        [2, 650],
        [2.5, 900],
      ],
    },
  },
] satisfies (DemoTank & { gauge: BeverageGauge })[];
