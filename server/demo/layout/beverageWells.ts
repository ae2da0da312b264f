import type { UnitMeta } from '../../contract/model/units.ts';

type Well = NonNullable<UnitMeta['well']>;

/** Well construction and permits as the plant's file on the ground water authority has them; the aquifer is with the facts. */
export const beverageWells: Readonly<Record<string, Well>> = {
  borewell1: {
    elevationM: 571.4,
    depthM: 92,
    casingM: 24,
    diameterMm: 165,
    pumpIntakeMbgl: 72,
    pumpKW: 7.5,
    yieldLpm: 480,
    ratedFlowM3h: 28,
    drilledOn: '2011-02-18',
    aquiferId: 'deccanBasalt',
    piezometer: false,
    noc: { number: 'NOC-DEMO-0001', validTo: '2031-03-31', permittedKLD: 460, permittedKLY: 150_000 },
  },
  borewell2: {
    elevationM: 569.8,
    depthM: 105,
    casingM: 26,
    diameterMm: 165,
    pumpIntakeMbgl: 78,
    pumpKW: 7.5,
    yieldLpm: 420,
    ratedFlowM3h: 24,
    drilledOn: '2015-11-30',
    aquiferId: 'deccanBasalt',
    piezometer: false,
    noc: { number: 'NOC-DEMO-0002', validTo: '2031-03-31', permittedKLD: 400, permittedKLY: 130_000 },
  },
  piezometer: {
    elevationM: 570.6,
    depthM: 90,
    casingM: 24,
    diameterMm: 125,
    drilledOn: '2020-12-09',
    aquiferId: 'deccanBasalt',
    piezometer: true,
    distanceToWellM: 80,
  },
};
