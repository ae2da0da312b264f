import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { text } from '../../text/words.ts';
import { words } from './words.ts';

/** One of the things that a unit can show. */
export type Shown = { key: string; param: string; form: 'value' | 'counter'; name: string };

type Known = Pick<OverviewUnit, 'type' | 'params' | 'siUnit'>;

const amounts = new Set(['volume', 'energy', 'rain', 'apparent']);
const isCounter = ({ type }: Known, param: string): boolean => amounts.has(param) && type !== 'stock' && type !== 'quality';

/** Every parameter with the name of what is drawn of it; a counter twice, as amounts and as it counts. */
export const shownOf = (unit: Known): Shown[] => {
  const values = unit.params.map(({ param, name }): Shown => {
    const known =
      unit.type === 'stock' && param === 'volume' ? text.stockVolume : (words.params[param] ?? text.params[param] ?? name);
    return { key: param, param, form: 'value', name: unit.type === 'quality' ? name : known };
  });
  const [main] = unit.params;
  if (main === undefined || !isCounter(unit, main.param)) return values;
  return [...values, { key: 'counter', param: main.param, form: 'counter', name: text.params.volume ?? main.name }];
};

/** A meter opens with its rate, over months with what it adds up to. */
export const defaultShown = (unit: Known, longRange: boolean): Shown | undefined => {
  const all = shownOf(unit);
  const rate = all.find(({ param }) => param === 'flow' || param === 'power');
  const known = rate !== undefined && unit.params.some(({ param, at }) => param === rate.param && at !== null);
  return known && !longRange ? rate : all[0];
};

export const shownIn = (unit: Known, asked: string | undefined, longRange: boolean): Shown | undefined =>
  shownOf(unit).find(({ key }) => key === asked) ?? defaultShown(unit, longRange);

/** The amount beside a rate: of the flow the volume, of the power the energy. */
export const amountBeside = (unit: Known, shown: Shown | undefined): string | null => {
  if (shown === undefined || (shown.param !== 'flow' && shown.param !== 'power')) return null;
  return unit.params.find(({ param }) => param === (shown.param === 'flow' ? 'volume' : 'energy'))?.param ?? null;
};

export const isAmount = (unit: Known, shown: Shown | undefined): boolean =>
  shown !== undefined && shown.form === 'value' && isCounter(unit, shown.param);
