import { unitLabel } from '../../text/numbers.ts';

const isMeasure = /(^|\.)(measure|siUnit|params\.unit)$/;
const raised = { '2': '²', '3': '³' } as const;

const shown = (measure: string): string => {
  const label = unitLabel(measure);
  return label === measure ? measure.replace(/\bm([23])\b/g, (_, power: '2' | '3') => `m${raised[power]}`) : label;
};
const typed = (measure: string): string => measure.replaceAll('²', '2').replaceAll('³', '3');

/** How a field that names a unit of measure shows and takes it; undefined of any other field. */
export const measureOf = (name: string) => (isMeasure.test(name) ? { shown, typed } : undefined);
