import type { ReportService } from '../model.ts';
import type { Part } from '../parts.ts';
import { waterBalance } from './balance.ts';
import type { Collecting } from './context.ts';
import { energyMeters } from './energy.ts';
import { levels } from './levels.ts';
import { metersBehind, metersBySubCategory, waterMeters } from './meters.ts';
import { neutrality } from './neutrality.ts';
import { nights } from './nights.ts';
import { quality } from './quality.ts';
import { rain } from './rain.ts';
import { ro } from './ro.ts';
import { tanks } from './stock.ts';
import { wells } from './wells.ts';

type Subject = (context: Collecting) => Promise<Part>;

/** Only reports of a month have them. */
const ofMonth: readonly Subject[] = [nights, neutrality, ro];

/** What each service reports, in this order. */
export const subjects: Record<ReportService, { title: string; parts: readonly Subject[] }> = {
  water: { title: 'water', parts: [waterMeters, tanks, waterBalance, ...ofMonth] },
  smart_city: { title: 'water by sub-category', parts: [metersBySubCategory] },
  energy: { title: 'energy', parts: [energyMeters] },
  quality: { title: 'quality', parts: [quality] },
  level: { title: 'level', parts: [levels] },
  borewell: { title: 'borewell', parts: [wells] },
  rain_water: { title: 'rain water', parts: [rain] },
  summary: { title: 'summary', parts: [waterMeters, tanks, waterBalance, ...ofMonth, wells, quality, energyMeters, rain] },
  water_balance: { title: 'water balance', parts: [waterBalance, metersBehind] },
  alert: { title: 'alarm', parts: [] },
};
