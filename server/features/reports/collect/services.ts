import type { ReportService } from '../model.ts';
import type { Part } from '../parts.ts';
import { waterBalance } from './balance.ts';
import type { Collecting } from './context.ts';
import { energyMeters } from './energy.ts';
import { levels } from './levels.ts';
import { metersBySubCategory, waterMeters } from './meters.ts';
import { quality } from './quality.ts';
import { rain } from './rain.ts';
import { tanks } from './stock.ts';
import { wells } from './wells.ts';

type Subject = (context: Collecting) => Promise<Part>;

/** What each service reports, in this order. */
export const subjects: Record<ReportService, { title: string; parts: readonly Subject[] }> = {
  water: { title: 'water', parts: [waterMeters, tanks, waterBalance] },
  smart_city: { title: 'water by sub-category', parts: [metersBySubCategory] },
  energy: { title: 'energy', parts: [energyMeters] },
  quality: { title: 'quality', parts: [quality] },
  level: { title: 'level', parts: [levels] },
  borewell: { title: 'borewell', parts: [wells] },
  rain_water: { title: 'rain water', parts: [rain] },
  summary: { title: 'summary', parts: [waterMeters, tanks, waterBalance, wells, quality, energyMeters, rain] },
  water_balance: { title: 'water balance', parts: [waterBalance] },
  alert: { title: 'alarm', parts: [] },
};
