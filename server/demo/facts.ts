import type { z } from 'zod';
import type { industryFacts } from '../contract/model/industryFacts.ts';
import { dateOfDay, daysOfMonth } from '../core/shift.ts';
import { catchment, lineSpecs, roSpec } from './process/beverageState.ts';
import { localMoment, localTime } from './process/localTime.ts';
import { ProductionLine } from './process/production.ts';
import { idIn } from './setup.ts';

const months = 12;
const stepMinutes = 10;

/** Days of the whole months before a day, the oldest first. */
function monthsBefore(today: number): { month: string; fromDay: number; toDay: number }[] {
  const found: { month: string; fromDay: number; toDay: number }[] = [];
  for (let day = today; found.length < months; ) {
    const { fromDay } = daysOfMonth(dateOfDay(day).slice(0, 7));
    day = fromDay - 1;
    const month = dateOfDay(day).slice(0, 7);
    found.unshift({ month, ...daysOfMonth(month) });
  }
  return found;
}

/** What the filling lines bottle in these days, kilolitres, by the same rule as the physics of the plant. */
function bottledKl(lines: readonly ProductionLine[], fromDay: number, toDay: number): number {
  const end = localMoment(toDay + 1, 0);
  let bottled = 0;
  for (let timeMs = localMoment(fromDay, 0); timeMs < end; timeMs += stepMinutes * 60_000)
    for (const line of lines) bottled += line.use(localTime(timeMs)).productM3h * (stepMinutes / 60);
  return Math.round(bottled);
}

/** What the beverage plant's office would have entered: production, tariffs, the roof, the aquifer and the RO's design. */
export function beverageFacts(seed: number, today: number): z.input<typeof industryFacts> {
  const lines = lineSpecs.map((spec) => new ProductionLine(seed, spec));
  const fiscalYear = Number(dateOfDay(today - 90).slice(0, 4)) - 1;
  return {
    production: monthsBefore(today).map(({ month, fromDay, toDay }) => ({
      month,
      product: 'Soft drinks',
      quantity: bottledKl(lines, fromDay, toDay),
      unit: 'KL',
    })),
    turnover: [{ fiscalYear, amount: 4.2e9 }],
    tariffs: {
      energy: [
        { from: '22:00', to: '06:00', ratePerKWh: 6.8 },
        { from: '06:00', to: '18:00', ratePerKWh: 8.3 },
        { from: '18:00', to: '22:00', ratePerKWh: 9.4 },
      ],
      ratePerKWh: 8.3,
      demandRatePerKVA: 499,
      waterPerKL: { ground: 12, third_party: 62, rain: 4, recycled: 18 },
    },
    catchments: [
      {
        id: 'roofAndYard',
        name: 'Roof and yard',
        surface: 'concrete',
        areaM2: catchment.areaM2,
        coefficient: catchment.runoff,
        firstFlushMm: catchment.firstFlushMm,
        filterEfficiency: catchment.filterEfficiency,
      },
    ],
    rainWater: {
      usedUnitIds: [idIn('DEMO', 'harvestUse')],
      rechargedUnitIds: [idIn('DEMO', 'recharge')],
      tankUnitIds: [idIn('DEMO', 'harvestTank')],
      replaces: 'third_party',
    },
    aquifers: [
      {
        aquiferId: 'deccanBasalt',
        name: 'Weathered and fractured basalt',
        kind: 'unconfined',
        lithology: 'Deccan basalt, weathered to 25 m, fractured below',
        topMbgl: 18,
        bottomMbgl: 95,
        transmissivityM2d: 55,
        specificYield: 0.02,
        tds: 880,
        influenceAreaM2: 400_000,
        block: { name: 'Demo block', category: 'semi_critical', stageOfExtractionPct: 78, assessmentYear: '2024' },
      },
    ],
    roPlants: [
      {
        plantId: 'treatment',
        recoveryTargetPct: roSpec.recovery * 100,
        designPermeateM3h: roSpec.permeateM3h,
        membraneAreaM2: roSpec.areaM2,
      },
    ],
  };
}
