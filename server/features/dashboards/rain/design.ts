import type { Catchment } from './potential.ts';
import { harvestKL } from './potential.ts';
import type { RainDay } from './record.ts';
import type { StoreDay } from './storageSizing.ts';

/** What a site would catch rain with, and what for. */
export type HarvestDesign = {
  catchments: readonly Catchment[];
  storageKL: number | null;
  /** Demand that rain may replace, KL a day. */
  demandKLPerDay: number | null;
  demandFrom: 'form' | 'meters' | null;
};

/** KL that the catchments give of the rain of one day; a rain day is taken as one event. */
export const dayHarvestKL = (catchments: readonly Catchment[], mm: number): number =>
  catchments.reduce((sum, catchment) => sum + harvestKL(catchment, mm - catchment.firstFlushMm), 0);

/** Every day from the first to the last of a record as a store sees it. */
export const storeDays = (days: readonly RainDay[], { catchments, demandKLPerDay }: HarvestDesign): StoreDay[] => {
  const useKL = demandKLPerDay ?? 0;
  const found: StoreDay[] = [];
  let next = days[0]?.day ?? 0;
  for (const { day, mm } of days) {
    for (; next < day; next += 1) found.push({ inKL: null, useKL });
    found.push({ inKL: dayHarvestKL(catchments, mm), useKL });
    next = day + 1;
  }
  return found;
};
