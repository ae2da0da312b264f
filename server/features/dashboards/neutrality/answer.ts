import type { Series } from '../../../contract/model/common.ts';
import { COMPLETE_PCT } from '../../../contract/rules/targetStatus.ts';
import type { Neutrality, NeutralUnit } from '../../../contract/user/neutrality.ts';
import { round } from '../../../core/round.ts';
import {
  type DisplayUnit,
  isoOfSlot,
  jointLetter,
  percentOf,
  type ServingContext,
  type Tally,
  toDisplay,
  toDisplaySlot,
  toKilo,
  toTimeWindow,
  type Window,
} from '../../../historian/index.ts';
import { type Amount, litresOf } from './amounts.ts';
import { type CreditClaim, cautionOn, noteOn, unknownNoteOn } from './credits.ts';
import { type NeutralityVerdict, type Side, verdictOf } from './verdict.ts';

const INDEX_PLACES = 4;
const UNCERTAINTY_PLACES = 6;

export type NeutralityFound = {
  window: Window;
  source: ServingContext;
  measure: DisplayUnit;
  credited: readonly Amount[];
  debited: readonly Amount[];
};

const countedOnly = (amounts: readonly Amount[]): Amount[] => amounts.filter(({ counted }) => counted !== null);

/** Of no counting unit nothing, which is known; of units without readings nothing is known. */
const litresIn = (amounts: readonly Amount[]): number | null => (countedOnly(amounts).length === 0 ? 0 : litresOf(amounts));

const sideOf = (amounts: readonly Amount[]): Side => ({
  litres: litresIn(amounts),
  sigmaL: Math.hypot(...amounts.map(({ sigmaL }) => sigmaL)),
});

/** A figure that is entered now and then leaves most slots empty, and nothing is missing. */
const completeOf = ({ method }: CreditClaim, { sum, complete, expected }: Tally): number =>
  method === 'calculated' ? (sum === null ? 0 : 100) : percentOf(Math.min(complete, expected), expected);

/** Of what is metered, where anything is. */
const completenessOf = (amounts: readonly Amount[]): number => {
  const counting = countedOnly(amounts);
  const metered = counting.filter(({ claim }) => claim.method === 'metered');
  if (metered.length === 0) return counting.some(({ counted }) => counted?.total.sum !== null) ? 100 : 0;
  const totals = metered.flatMap(({ counted }) => counted?.total ?? []);
  return percentOf(
    totals.reduce((sum, { complete, expected }) => sum + Math.min(complete, expected), 0),
    totals.reduce((sum, { expected }) => sum + expected, 0),
  );
};

/** An index of sides of which much is missing is a number without a verdict: half of the debit would make any plant positive. */
const verdictOn = (credited: readonly Amount[], debited: readonly Amount[]): NeutralityVerdict => {
  const verdict = verdictOf(sideOf(credited), sideOf(debited));
  const lacking = [
    { side: 'credited', amounts: countedOnly(credited) },
    { side: 'debited', amounts: countedOnly(debited) },
  ].find(({ amounts }) => amounts.length > 0 && completenessOf(amounts) < COMPLETE_PCT);
  if (verdict.index === null || !lacking) return verdict;
  const note = `Only ${completenessOf(lacking.amounts)} % of the water ${lacking.side} is measured: there is no verdict.`;
  return { ...verdict, status: 'no_data', note };
};

const statOf = (amounts: readonly Amount[], measure: DisplayUnit): Neutrality['credited'] => ({
  value: toDisplay(litresIn(amounts), measure),
  unit: measure.unit,
  completeness: completenessOf(amounts),
  estimated:
    toDisplay(
      amounts.reduce((sum, { counted }) => sum + (counted?.total.estimated ?? 0), 0),
      measure,
    ) ?? 0,
});

const unitOf = ({ claim, exclusion, whole, counted }: Amount, { measure, source }: NeutralityFound): NeutralUnit => {
  const { unit, method, onSite, sameWatershed, verifiedBy, lastDay } = claim;
  const end = lastDay === null ? undefined : source.calendar.windowOfDay(lastDay).toMs;
  return {
    unitId: unit.id,
    unitName: unit.name,
    value: exclusion === 'notVolume' ? null : toDisplay(whole.sum, measure),
    method,
    onSite,
    verifiedBy,
    validTo: end === undefined ? null : new Date(end).toISOString(),
    completeness: completeOf(claim, whole),
    counted: toDisplay(counted ? counted.total.sum : 0, measure),
    notCounted: exclusion,
    sameWatershed,
  };
};

const splitOf = (credited: readonly Amount[], measure: DisplayUnit): Neutrality['split'] => {
  const of = (isPart: (amount: Amount) => boolean): number | null => toDisplay(litresIn(credited.filter(isPart)), measure);
  return {
    metered: of(({ claim }) => claim.method === 'metered'),
    calculated: of(({ claim }) => claim.method === 'calculated'),
    onSite: of(({ claim }) => claim.onSite),
    offset: of(({ claim }) => !claim.onSite),
  };
};

type Line = { value: number | null; letter: string };

/** A credit that has expired gives nothing from then on, and that is known. */
const lineOf = (amounts: readonly Amount[], { window }: NeutralityFound): Line[] =>
  window.buckets.map((_, at) => {
    const tallies = countedOnly(amounts).map(({ counted }) => counted?.buckets[at]);
    const known = tallies.map((tally) => (tally ? tally.sum : 0)).filter((sum) => sum !== null);
    const letters = tallies.map((tally) => (tally ? tally.quality : 'G'));
    return { value: known.length > 0 ? known.reduce((sum, litres) => sum + litres, 0) : null, letter: jointLetter(letters) };
  });

const graphsOf = (found: NeutralityFound): Neutrality['graph'] => {
  const { window, measure, credited, debited } = found;
  const sizes = new Set(window.buckets.map(({ fromSlot, toSlot }) => toSlot - fromSlot));
  const [size = 0] = sizes;
  const base = {
    start: isoOfSlot(window.fromSlot),
    stepMinutes: sizes.size === 1 ? size * 5 : null,
    labels: window.buckets.map(({ label }) => label),
  };
  const [given, taken] = [lineOf(credited, found), lineOf(debited, found)];
  const volumes = (key: string, name: string, line: readonly Line[], amounts: readonly Amount[]): Series => ({
    ...base,
    key,
    name,
    unit: measure.unit,
    values: line.map(({ value }) => toDisplaySlot(value ?? 0, measure)),
    quality: line.map(({ value, letter }) => (value === null ? 'M' : letter)).join(''),
    total: toDisplay(litresIn(amounts), measure),
    completeness: completenessOf(amounts),
  });
  const ratios = taken.map(({ value }, at) => {
    const credit = given[at]?.value ?? (countedOnly(credited).length === 0 ? 0 : null);
    return value !== null && value > 0 && credit !== null ? credit / value : null;
  });
  const both = [...credited, ...debited];
  return {
    credited: volumes('credited', 'Credited', given, credited),
    debited: volumes('debited', 'Debited', taken, debited),
    index: {
      ...base,
      key: 'index',
      name: 'Index',
      unit: '',
      values: ratios.map((ratio) => round(ratio ?? 0, INDEX_PLACES)),
      quality: ratios
        .map((ratio, at) =>
          ratio === null ? 'M' : jointLetter([taken[at]?.letter ?? 'M', given[at]?.letter ?? 'M'].filter((one) => one !== 'M')),
        )
        .join(''),
      completeness: completenessOf(both),
    },
  };
};

/** Units of which nothing is known, where others of their side are: the verdict says so where none is. */
const unknownIn = (amounts: readonly Amount[]): string[] =>
  litresOf(amounts) === null
    ? []
    : countedOnly(amounts).flatMap(({ claim, counted }) => (counted?.total.sum === null ? [unknownNoteOn(claim)] : []));

/** The answer of GET /neutrality. */
export const neutralityAnswer = (found: NeutralityFound): Neutrality => {
  const { window, source, measure, credited, debited } = found;
  const { index, uncertainty, gapL, status, note } = verdictOn(credited, debited);
  const cautions = countedOnly(credited).flatMap(({ claim }) => cautionOn(claim));
  const excluded = [...credited, ...debited].flatMap(({ claim, exclusion, counted }) =>
    exclusion ? [noteOn(claim, exclusion, counted !== null)] : [],
  );
  return {
    window: toTimeWindow(window, source.nowMs),
    siUnit: measure.unit,
    credited: statOf(credited, measure),
    debited: statOf(debited, measure),
    index: round(index, INDEX_PLACES),
    uncertainty: round(uncertainty, UNCERTAINTY_PLACES),
    gapKL: toKilo(gapL, 2),
    status,
    split: splitOf(credited, measure),
    notes: [...(note ? [note] : []), ...excluded, ...cautions, ...unknownIn(credited), ...unknownIn(debited)],
    creditedUnits: credited.map((amount) => unitOf(amount, found)),
    debitedUnits: debited.map((amount) => unitOf(amount, found)),
    graph: graphsOf(found),
  };
};
