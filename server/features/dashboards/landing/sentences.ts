import { placesBeside, writtenShare } from '../../../contract/rules/besideMarks.ts';
import { COMPLETE_PCT } from '../../../contract/rules/targetStatus.ts';
import type { LandingKpis, LandingSummaryLine, LandingUserData } from '../../../contract/user/landing.ts';
import type { Known } from './known.ts';

type Facts = {
  kpis: LandingKpis;
  devices: LandingUserData['devices'];
  alerts: LandingUserData['alerts'];
  known: Known;
};
type Line = LandingSummaryLine;

/** A day that differs by less is as usual. */
const USUAL_PCT = 10;
const FAR_PCT = 25;
const LITTLE_STOCK_HOURS = 8;
const GOOD_QUALITY_PCT = 95;

const number = (value: number, places = 0): string =>
  value.toLocaleString('en-IN', { maximumFractionDigits: places, minimumFractionDigits: 0 });
/** Whole kilolitres say enough; megalitres need places. */
const placesIn = (unit: string): number => (unit === 'ML' ? 3 : 0);
const more = (pct: number): string => `${number(Math.abs(pct), 1)} % ${pct < 0 ? 'less' : 'more'} than`;

/** What an amount leaves out that counts what is measured alone. */
const lacking = (completeness: number): string =>
  completeness < COMPLETE_PCT ? `; only ${number(completeness, 1)} % of it is measured` : '';

const consumption = ({ kpis: { day } }: Facts): Line[] => {
  const { value, previous, changePct, completeness } = day.consumption;
  if (value === null) return [];
  const usual = day.sameWeekdaysChangePct;
  const parts = [`${number(value, placesIn(day.consumption.unit))} ${day.consumption.unit} were used so far on this day`];
  if (usual !== null && day.sameWeekdays !== null) parts.push(`${more(usual)} on the last same weekdays by this time`);
  else if (changePct !== null && previous !== null) parts.push(`${more(changePct)} the day before by this time`);
  const evaluated = usual ?? changePct ?? 0;
  const severity = completeness < COMPLETE_PCT ? 3 : evaluated > FAR_PCT ? 2 : Math.abs(evaluated) > USUAL_PCT ? 3 : 4;
  return [{ text: `${parts.join(', ')}${lacking(completeness)}.`, severity }];
};

const month = ({ kpis: { month: one }, known: { monthCompleteness } }: Facts): Line[] => {
  if (one.toDate === null) return [];
  const note = lacking(monthCompleteness);
  const usual = note === '' ? 4 : 3;
  const amount = (value: number, beside: number | null = null): string =>
    `${number(value, placesBeside(value, [beside], placesIn(one.unit)))} ${one.unit}`;
  if (one.usedPct !== null && one.threshold !== null) {
    const used = (100 * one.toDate) / one.threshold;
    const share = writtenShare(used, 1);
    const text = `The month stands at ${amount(one.toDate, one.threshold)}, ${number(share.percent, share.places)} % of its limit of ${amount(one.threshold, one.toDate)}${note}.`;
    return [{ text, severity: used > 100 ? 1 : used > 90 ? 2 : usual }];
  }
  if (one.changePct === null) return [];
  const text = `The month stands at ${amount(one.toDate)}, ${more(one.changePct)} the last three months to the same day${note}.`;
  return [{ text, severity: one.changePct > FAR_PCT ? 2 : Math.abs(one.changePct) > USUAL_PCT ? 3 : usual }];
};

const stock = ({ kpis: { stock: one }, known: { drawnCompleteness: drawn } }: Facts): Line[] => {
  if (one.value === null || one.autonomyHours === null) return [];
  const full = one.percent === null ? '' : ` (${number(one.percent, 1)} % full)`;
  const note = drawn < COMPLETE_PCT ? ` at most: only ${number(drawn, 1)} % of what is drawn is measured` : '';
  const text = `The tanks hold ${number(one.value, placesIn(one.unit))} ${one.unit}${full}, enough for ${number(one.autonomyHours, 1)} hours${note}.`;
  const usual = note === '' ? 4 : 3;
  return [
    { text, severity: one.autonomyHours < LITTLE_STOCK_HOURS / 2 ? 1 : one.autonomyHours < LITTLE_STOCK_HOURS ? 2 : usual },
  ];
};

const balance = ({ kpis: { worstNode: node }, known: { nodes } }: Facts): Line[] => {
  if (!node || node.unaccountedKL === null || node.z === null) return [];
  const share = node.unaccountedPct === null ? '' : ` (${number(Math.abs(node.unaccountedPct), 1)} % of what came in)`;
  const amount = `${number(Math.abs(node.unaccountedKL), 1)} KL`;
  if (node.status === 'loss') return [{ text: `${amount} are missing at ${node.label}${share}: look for a leak.`, severity: 2 }];
  if (node.status === 'gain')
    return [{ text: `${node.label} gives ${amount} more than it gets${share}: check its meters.`, severity: 3 }];
  if (node.status !== 'balanced') return [];
  if (nodes.evaluated >= nodes.all) return [{ text: 'The water balance closes within the errors of its meters.', severity: 4 }];
  const [their, others] = [nodes.evaluated === 1 ? 'its' : 'their', nodes.all - nodes.evaluated === 1 ? 'other' : 'others'];
  const text = `The water balance closes at ${nodes.evaluated} of ${nodes.all} nodes, within the errors of ${their} meters; at the ${others} it is not known.`;
  return [{ text, severity: 4 }];
};

const devices = ({ devices: { online, offline, total } }: Facts): Line[] => {
  const [first] = offline;
  if (!first) return total > 0 && online === total ? [{ text: `All ${total} devices are on line.`, severity: 4 }] : [];
  if (offline.length === 1) return [{ text: `${first.unitName} is off line.`, severity: 2, unitId: first.unitId }];
  return [{ text: `${offline.length} of ${total} devices are off line, ${first.unitName} among them.`, severity: 2 }];
};

const alarms = ({ alerts }: Facts): Line[] => {
  if (!alerts) return [];
  if (alerts.open === 0) return [{ text: 'No alarm is open.', severity: 4 }];
  const critical = alerts.byPriority[1] ?? 0;
  const text = `${alerts.open} ${alerts.open === 1 ? 'alarm is' : 'alarms are'} open${critical > 0 ? `, ${critical} of them critical` : ''}.`;
  return [{ text, severity: critical > 0 ? 1 : 2 }];
};

const quality = ({ kpis: { qualityInLimitPct: pct } }: Facts): Line[] =>
  pct === null
    ? []
    : [
        {
          text: `Water quality was within its limits ${number(pct, 1)} % of the measured time.`,
          severity: pct < GOOD_QUALITY_PCT ? 2 : 4,
        },
      ];

const ro = ({ kpis: { roRecoveryPct: pct } }: Facts): Line[] =>
  pct === null ? [] : [{ text: `RO recovers ${number(pct, 1)} % of its feed.`, severity: 4 }];

/** The page in words, the most urgent first. A sentence whose numbers are not known is not said, and none says more than is known. */
export const sentences = (facts: Facts): Line[] =>
  [alarms, devices, consumption, month, stock, balance, quality, ro]
    .flatMap((say) => say(facts))
    .toSorted((a, b) => a.severity - b.severity);
