import { isSameMeasure, type SeriesSpec } from '../../../../../server/contract/model/unitSeries.ts';
import type { UnitSpec } from '../../../../../server/contract/model/units.ts';
import type { PlantTag } from '../../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import type { KnownTemplate } from '../../../../../server/contract/plant/commissioning/templates.ts';
import { conversionOf } from './conversion.ts';

type Signal = Pick<PlantTag, 'id' | 'name' | 'kind' | 'measure' | 'unitId'>;
type Template = Pick<KnownTemplate, 'tags'> | undefined;

/** Ids of the parameters that models bring, by how people name them; limits of standards go by these ids. */
const usual: Readonly<Record<string, string>> = {
  free_chlorine: 'chlorine',
  residual_chlorine: 'chlorine',
  dissolved_oxygen: 'do',
  total_dissolved_solids: 'tds',
  total_suspended_solids: 'tss',
};

const idOf = (name: string): string => {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '_')
    .replaceAll(/_{2,}/g, '_')
    .replace(/^[_0-9]*/, '')
    .slice(0, 24)
    .replace(/_$/, '');
  return usual[id] ?? (id === '' ? 'parameter' : id);
};

const modelled = (signal: Signal, template: Template) => template?.tags.find(({ name }) => name === signal.name)?.param;

/** The parameter of a quality unit that each free gauge becomes: as its model says, of a device without one by its name; no two are the same. */
const qualityParams = (signals: readonly Signal[], template: Template): Map<string, Signal> => {
  const params = new Map<string, Signal>();
  for (const signal of signals) {
    if (signal.kind !== 'gauge' || signal.unitId !== null) continue;
    const id = template === undefined ? idOf(signal.name) : modelled(signal, template);
    if (id === undefined) continue;
    let free = id;
    for (let more = 2; params.has(free); more += 1) free = `${id}_${more}`;
    params.set(free, signal);
  }
  return params;
};

/** Parameters of a new quality unit: those that its signals feed. */
export const paramsOf = (signals: readonly Signal[], template: Template): NonNullable<UnitSpec['meta']['params']> =>
  Object.fromEntries(
    [...qualityParams(signals, template)].map(([id, { name, measure }]) => [id, { name, unit: measure, lt: null, ht: null }]),
  );

const isApparent = (measure: string): boolean => /vah$/i.test(measure);

/** A measure that is not written says nothing, and is not taken for the right one. */
const fits = (signal: Signal, { param, kind, measure }: SeriesSpec): boolean => {
  if (signal.kind === 'counter') return kind === 'counter' && isApparent(signal.measure) === (param === 'apparent');
  return signal.kind === 'gauge' && kind !== 'counter' && signal.measure !== '' && isSameMeasure(signal.measure, measure);
};

/** A gauge that measures the same in other units, so that its numbers can be converted. */
const isConvertible = (signal: Signal, { kind, measure }: SeriesSpec): boolean =>
  signal.kind === 'gauge' && kind !== 'counter' && conversionOf(signal.measure, measure) !== null;

/**
 * Which signal feeds which parameter: as its model says, else by its kind and measure, and last what can be converted; each is fed once,
 * and only by what feeds nothing yet.
 */
export const feedsOf = (
  type: UnitSpec['type'],
  open: readonly SeriesSpec[],
  signals: readonly Signal[],
  template: Template,
): Map<string, string> => {
  const feeds = new Map<string, string>();
  const left = new Map(open.map((series) => [series.param, series]));
  const params = new Map([...qualityParams(signals, template)].map(([param, { id }]) => [id, param]));
  const give = (paramOf: (signal: Signal) => string | undefined): void => {
    for (const signal of signals) {
      if (signal.unitId !== null || feeds.has(signal.id)) continue;
      const param = paramOf(signal);
      if (param !== undefined && left.delete(param)) feeds.set(signal.id, param);
    }
  };
  const by = (rule: typeof fits) => (signal: Signal) =>
    template === undefined ? [...left.values()].find((series) => rule(signal, series))?.param : undefined;
  give((signal) => (type === 'quality' ? params.get(signal.id) : modelled(signal, template)) ?? by(fits)(signal));
  if (type !== 'quality') give(by(isConvertible));
  return feeds;
};
