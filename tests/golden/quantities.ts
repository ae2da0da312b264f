import { factorOf } from '../../server/plantModel/unitsOfMeasure.ts';

/** What is said of the same plant with two choices of units of measure; a fault is a path with both values. */
type Json = unknown;

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that name the unit of the numbers beside and below them, the nearest first. */
const unitFields = ['unit', 'siUnit', 'totalUnit'] as const;
/** The unit of one field alone. */
const ownUnits: Readonly<Record<string, string>> = {
  latest: 'latestUnit',
  lastValue: 'measure',
  value: 'measure',
  low: 'measure',
  high: 'measure',
  unitThreshold: 'thresholdUnit',
  monthlyThreshold: 'thresholdUnit',
  maxCapacity: 'thresholdUnit',
};
/** Numbers that are no amounts: counts, shares, times and places. */
const plain =
  /(Pct|KL|KLD|KLY|KWh|kWh|kVAh|KVA|kgCO2|M3h|Mbgl|Hours|Minutes|^percent|^complete(ness)?|^used$|^order|^index$|^position|^version|^revision|^cost|^pf$|^z$|^baselineZ|^reporting$|^counter(Open|Close)$|^n$|Seconds$|^hoursTo(Empty|Full)$|^levelM|^count|^priority|^severity|^statistic|^probability|^degreesOfFreedom|^lt$|^ht$|^min$|^lat$|^lon$)$/;

/** What a unit is made of, and levels of tanks in percent: nothing that is counted. */
const configured =
  /(\.meta\.(well|tank|expression|location|litresPerCount|modulus|\w+(M3h|KVA|KW|Pct|M))|(low|high)Threshold\.value)/;

/** Of slots. */
const counted = /\.compared\.(slots|known)$/;

/** A table's rows have the units of its columns. */
const columnUnit = (parent: Record<string, Json>, key: string): string | undefined => {
  const columns = Array.isArray(parent.columns) ? parent.columns : [];
  const column = columns.filter(isObject).find((one) => one.key === key);
  return column && (typeof column.unit === 'string' ? column.unit : '');
};

/** A group that counts no water beside a list of water has its total in the unit of what it counts. */
const groupUnit = (parent: Record<string, Json>, key: string): string | undefined => {
  if (key !== 'total' || !Array.isArray(parent.units)) return undefined;
  const counted = parent.units.filter(isObject).find(({ countedInSub }) => countedInSub === true);
  const unit = typeof counted?.siUnit === 'string' ? counted.siUnit : 'L';
  return factorOf('L', unit) === undefined ? unit : undefined;
};

const unitOf = (parents: readonly Record<string, Json>[], key: string): string => {
  // the rows of a table of limits say the unit in their rule: "limit, KL"
  const rule = parents.at(-1)?.rule;
  if (typeof rule === 'string') return rule.split(', ').at(-1) ?? '';
  const table = parents.find((parent) => columnUnit(parent, key) !== undefined);
  if (table) return columnUnit(table, key) ?? '';
  const group = groupUnit(parents.at(-1) ?? {}, key);
  if (group !== undefined) return group;
  for (const parent of parents.toReversed()) {
    const own = ownUnits[key];
    if (own !== undefined && typeof parent[own] === 'string') return parent[own];
    for (const name of unitFields) if (typeof parent[name] === 'string') return parent[name];
  }
  return '';
};

/** Half of the last decimal of either, and what binary fractions add. */
const isSame = (one: number, oneFactor: number, other: number, otherFactor: number, step: number): boolean =>
  Math.abs(one * oneFactor - other * otherFactor) <= step * Math.max(oneFactor, otherFactor) + 1e-9 * Math.abs(one * oneFactor);

type Side = { value: Json; parents: readonly Record<string, Json>[] };

/** Numbers that differ as quantities between two answers about the same plant. */
export const differingQuantities = (one: Side, other: Side, key = '', path = ''): string[] => {
  const [a, b] = [one.value, other.value];
  if (typeof a === 'number' && typeof b === 'number') {
    const [unitA, unitB] = [unitOf(one.parents, key), unitOf(other.parents, key)];
    if (unitA === unitB) return a === b ? [] : [`${path}: ${a} and ${b}, both ${unitA || 'without a unit'}`];
    const [factorA, factorB] = [factorOf('L', unitA), factorOf('L', unitB)];
    if (factorA === undefined || factorB === undefined) return [`${path}: ${unitA} and ${unitB} do not measure the same`];
    if (isSame(a, factorA, b, factorB, 0.0051)) return [];
    // a share of two equal amounts, or a number that says its unit in its name
    return a === b && (plain.test(key) || configured.test(path) || counted.test(path))
      ? []
      : [`${path}: ${a} ${unitA} and ${b} ${unitB}`];
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length
      ? a.flatMap((value, at) => differingQuantities({ ...one, value }, { ...other, value: b[at] }, key, `${path}.${at}`))
      : [`${path}: ${a.length} and ${b.length} entries`];
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    const [mine, theirs] = [
      [...one.parents, a],
      [...other.parents, b],
    ];
    return [...names].flatMap((name) =>
      differingQuantities({ value: a[name], parents: mine }, { value: b[name], parents: theirs }, name, `${path}.${name}`),
    );
  }
  if (key === 'rule' && typeof a === 'string' && typeof b === 'string') return [];
  return typeof a === typeof b && (a === null) === (b === null) ? [] : [`${path}: ${String(a)} and ${String(b)}`];
};
