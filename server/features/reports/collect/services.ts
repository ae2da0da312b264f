import type { ReportServiceName } from '../model.ts';
import type { ReportPart } from '../parts.ts';
import type { Collecting } from './context.ts';
import { waterBalance } from './sections/balance.ts';
import { energyMeters } from './sections/energy.ts';
import { levels } from './sections/levels.ts';
import { metersBehind, metersBySubCategory, waterMeters } from './sections/meters.ts';
import { neutrality } from './sections/neutrality.ts';
import { nights } from './sections/nights.ts';
import { quality } from './sections/quality.ts';
import { rain } from './sections/rain.ts';
import { ro } from './sections/ro.ts';
import { tanks } from './sections/stock.ts';
import { wells } from './sections/wells.ts';

type Subject = (context: Collecting) => Promise<ReportPart>;

/** Only reports of a month have them. */
const ofMonth: readonly Subject[] = [nights, neutrality, ro];

/** What each service reports, in this order. */
export const subjects: Record<ReportServiceName, { title: string; parts: readonly Subject[] }> = {
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
