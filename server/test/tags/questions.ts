import type { Reply, Rig } from '../httpRig.ts';
import { D } from './demo.ts';

export const questions = [
  `deviceData?date1=${D}&category=source&type=HOUR`,
  `deviceData?date1=${D}&category=source&type=DATE&date2=08/11/2026`,
  `deviceData?date1=${D}&category=stock&type=HOUR`,
  `deviceData?date1=${D}&category=energy&type=DATE`,
  `deviceData?date1=${D}&category=quality&type=HOUR`,
  `deviceDataV2?date1=${D}&category=SOURCE_CATEGORY`,
  `deviceDataV2?date1=${D}&category=STOCK_CATEGORY&type=MONTH`,
  `deviceDataV2?date1=${D}&category=ENERGY_CATEGORY&v2=true`,
  `deviceDataV2?date1=${D}&category=GROUND_WATER_LEVEL&type=YEAR`,
  `deviceDataV2/compare?dateA1=${D}&dateB1=08/11/2026&ids1=demo-line1&ids2=demo-line1&category=SOURCE_CATEGORY`,
  `granular/unit?date1=${D}&unitId=demo-line1`,
  `granular/category?date1=${D}&categoryId=source&subCategoryId=production`,
  `landingPage/userData?date=${D}&type=DAY`,
  `landingPage/userData?date=${D}&type=YEAR`,
  `landingPage/userData?date=12/11/2026&type=MONTH&formatter=ai`,
  `summaryPage?date1=${D}`,
  `summaryPage?date1=${D}&type=DATE`,
  `summaryPage?date1=${D}&type=MONTH`,
  `summaryPage?date1=${D}&type=YEAR`,
  `waterBalance/graphEditor`,
  `waterBalance/data?date1=${D}&type=HOUR`,
  `waterBalance/data?date1=${D}&type=DATE&date2=02/11/2026`,
  `scada/graphEditor`,
  `scada/data?date=${D}`,
  `neutrality?date1=01/11/2026&date2=${D}`,
  `roEfficiency?date1=${D}`,
  `roEfficiency?date1=${D}&type=MONTH&date2=08/11/2026`,
  'gwi/data?month=11/2026',
  'gwi/data?month=10/2026',
  `rainfall/trend?date1=${D}&type=MONTH`,
  `rainfall/efficiencySaving?date1=${D}`,
  'rainfall/fwi/fetchAnalyticsRainfallData?unitId=demo-rain',
  `executiveSummary/data?date=${D}&type=DAY`,
  `executiveSummary/data?date=${D}&type=MONTH`,
] as const;

const ask = (rig: Rig, question: string): Promise<Reply> =>
  rig.ask(`/api/user/${question}`, { headers: { authorization: 'Bearer admin' } });
export const askAll = async (rig: Rig): Promise<Map<string, Reply>> => {
  const found = new Map<string, Reply>();
  for (const question of questions) found.set(question, await ask(rig, question));
  return found;
};
