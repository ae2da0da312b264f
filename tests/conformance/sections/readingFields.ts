import { type Section, today, yesterday } from '../sentence.ts';
import { answers, compared, series, window } from './fieldsParts.ts';

const v1 = (category: string, more = ''): string =>
  `/deviceData?date1=${yesterday}&date2=${today}&type=HOUR&category=${category}${more}`;
const v2 = (category: string, more = ''): string => `/deviceDataV2?date1=${yesterday}&category=${category}${more}`;
const unitV1 =
  'unitId displayName siUnit value1 value2 online lastUpdatedAt latest latestUnit threshold meta completeness series1 series2';
const unitV2 =
  'unitId displayName siUnit value total avg min max latest latestUnit latestAt online completeness estimated meta graph';
const units = 'categories.*.subCategories.*.units.*';
const stock = 'openingKL closingKL fillKL drawKL levelM percent maxCapacity autonomyHours';
const parameter = 'latest at unit lt ht status series';
const energy = 'kWh kVAh pf maxDemandKVA maxDemandAt contractKVA secKWhPerKL cost kgCO2';

export const readingFields: Section = {
  name: 'Fields: readings and reports',
  sentences: [
    answers('GET /deviceData of source', v1('source'), {
      '': 'category type siUnit window1 window2 total1 total2 completeness subCategories',
      window1: window,
      window2: window,
      'subCategories.*': 'id displayName group online total1 total2 units',
      'subCategories.*.units.*': unitV1,
      'subCategories.*.units.*.series1': series,
    }),
    answers('GET /deviceData of stock', v1('stock'), { 'subCategories.*.units.*.stock': stock }),
    answers('GET /deviceData of quality', v1('quality'), {
      'subCategories.*.units.*.quality.params.*': parameter,
      'history.days.*': 'date unitId params',
      'history.days.*.params.*': 'min max avg p95 minutesOut validPct',
    }),
    answers('GET /deviceData of energy', v1('energy'), { 'subCategories.*.units.*.energy': energy }),
    answers('GET /deviceDataV2', v2('ID_SOURCE'), {
      '': 'standardCategoryId type siUnit window total completeness graph categories',
      window,
      'graph.*': series,
      'categories.*': 'id displayName subCategories',
      'categories.*.subCategories.*': 'id displayName total units',
      [units]: unitV2,
      [`${units}.meta`]: 'threshold',
      [`${units}.graph`]: series,
    }),
    answers('GET /deviceDataV2 of stock', v2('STOCK_CATEGORY'), { [`${units}.stock`]: stock }),
    answers('GET /deviceDataV2 of quality', v2('QUALITY_CATEGORY'), { [`${units}.quality.params.*`]: parameter }),
    answers('GET /deviceDataV2 of energy', v2('ENERGY_CATEGORY'), { [`${units}.energy`]: energy }),
    answers('GET /deviceDataV2 of wells', v2('GROUND_WATER_LEVEL'), {
      [`${units}.borewell`]: 'swlMbgl swlAt recovering pwlMbgl drawdownM specificCapacity runHours abstractionKL permittedKLD',
    }),
    answers('a stored document', v2('ID_SOURCE', '&formattedOutput=false'), {
      '*': 'unitId date revision start stepMinutes values quality counterOpen counterClose events',
    }),
    answers(
      'GET /deviceDataV2/compare',
      `/deviceDataV2/compare?dateA1=${yesterday}&dateB1=${today}&ids1=demo-line1&ids2=demo-line3&category=ID_CONSUMPTION`,
      { '*': 'window by items total', '*.items.*': 'id name total completeness graph', '*.items.*.graph': series },
    ),
    answers('GET /granular/unit', `/granular/unit?date1=${yesterday}&unitId=demo-line3`, { 'data1.*': 't v q' }),
    answers('GET /granular/category', `/granular/category?date1=${yesterday}&categoryId=source&subCategoryId=production`, {
      'data1.*': 't v q',
    }),
    answers('GET /summaryPage', `/summaryPage?date1=${yesterday}`, {
      '': 'date window categories lineGraph alertCount',
      'categories.*': 'category total subCategories',
      'categories.*.total': compared,
      'categories.*.subCategories.*': 'id displayName total units',
      'categories.*.subCategories.*.units.*': 'unitId displayName siUnit value1 online latest threshold series1 alerts',
      'lineGraph.*': series,
    }),
    answers('GET /report/dailySummary', `/report/dailySummary?startDate=${yesterday}`, {
      '': 'industryName reportType service window generatedAt revision completeness sections kpis balance alerts events',
      window,
      'sections.*': 'title columns rows',
      'sections.*.columns.*': 'key name',
      'kpis.*': compared,
      alerts: 'total byType',
    }),
    answers('GET /landingPage/userData', `/landingPage/userData?date=${yesterday}`, {
      '': 'date type window categories devices alerts pastThreeMonths summary refreshedAt',
      'categories.*': 'standardCategoryId name siUnit total likeForLike threshold units graph',
      'categories.*.total': compared,
      'categories.*.likeForLike': 'label value',
      'categories.*.units.*': 'unitId unitName value latest latestUnit latestAt online threshold alerting',
      'categories.*.graph': series,
      devices: 'total online offline',
      alerts: 'total open byType latest',
      'pastThreeMonths.*': 'month total toSameDay completeness',
      'summary.*': 'text severity',
    }),
    answers('GET /alerts/unitGraph', `/alerts/unitGraph?date1=${today}&type=MONTH`, {
      '': 'type window buckets units total',
      'units.*': 'unitId unitName counts total byType',
    }),
  ],
};
