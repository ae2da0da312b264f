import { bigPlant } from '../../server/test/bigPlant.ts';

export type Question = { path: string; isYear: boolean };

/** Milliseconds: the first question after a restart, 99 of 100 of the same again, and an answer of 304. */
export const goals = { month: { first: 60, p99: 10 }, year: { first: 200, p99: 10 }, notModified: 1 };

const today = bigPlant.date.split('-').reverse().join('/');
const v1 = '/api/user/deviceData?category=';
const v2 = '/api/user/deviceDataV2?category=';
const steps = ['DAY', 'MONTH', 'YEAR'] as const;
const oldSteps = ['HOUR', 'DATE', 'MONTH'] as const;

const paths: readonly string[] = [
  ...steps.map((type) => `/api/user/landingPage/userData?date=${today}&type=${type}`),
  ...[...oldSteps, 'YEAR'].map((type) => `/api/user/summaryPage?date1=${today}&type=${type}`),
  ...steps.map((type) => `/api/user/executiveSummary/data?date=${today}&type=${type}`),
  ...['ID_SOURCE', 'STOCK_CATEGORY', 'GROUND_WATER_LEVEL', 'ENERGY_CATEGORY', 'QUALITY_CATEGORY'].flatMap((category) =>
    steps.map((type) => `${v2}${category}&date1=${today}&type=${type}`),
  ),
  ...['source', 'quality'].flatMap((category) => oldSteps.map((type) => `${v1}${category}&date1=${today}&type=${type}`)),
  '/api/plant/overview',
];

/** Every dashboard of the running day, month and year. */
export const questions: readonly Question[] = paths.map((path) => ({
  path,
  isYear: /YEAR|summaryPage.*MONTH|deviceData\?.*MONTH/.test(path),
}));

export const goalOf = ({ isYear }: Question): { first: number; p99: number } => (isYear ? goals.year : goals.month);
