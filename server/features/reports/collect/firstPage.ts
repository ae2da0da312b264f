import { placesBeside } from '../../../contract/rules/besideMarks.ts';
import { isBandKnown, isFarOutside, type UsualBand } from '../../../contract/rules/unusual.ts';
import type { BalanceTotals } from '../../../contract/user/waterBalance.ts';
import { dateOfDay } from '../../../core/shift.ts';
import { isKnownEnough } from '../../../historian/index.ts';
import type { AlarmRecord } from '../../alarms/index.ts';
import type { FirstPage, LeadFigure, ReportFinding, ReportModel, Row, Section, TableSection } from '../model.ts';
import type { PartKpi } from '../parts.ts';
import { bandTexts, numberText, shareText } from '../render/numbers.ts';
import { changeOf } from './columns.ts';
import type { Collecting } from './context.ts';
import { pairsOfReadings } from './unitReading.ts';
import { usualFigure } from './usualFigure.ts';

/** Less of the readings than this percentage makes figures provisional. */
const PROVISIONAL_BELOW = 95;
/** The summary that a report begins with. */
const MOST_FINDINGS = 6;

const weekdayOf = (day: number): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(`${dateOfDay(day)}T00:00:00Z`));

const bandOf = ({ middle, low, high, days }: NonNullable<LeadFigure['usual']>): UsualBand => ({
  n: days,
  median: middle,
  low,
  high,
});

const leadOf = async (kpi: PartKpi, context: Collecting): Promise<LeadFigure> => {
  const { name, value, unit, decimals, previous, changePct } = kpi;
  const usual = await usualFigure(kpi.of ?? [], context);
  const isMeasured = isKnownEnough(pairsOfReadings(kpi.of ?? []), 'now');
  const like = usual === null ? previous : usual.middle;
  const figure = {
    name,
    value,
    unit,
    decimals,
    usual,
    like,
    changePct: usual === null ? changePct : isMeasured ? changeOf(value, like) : null,
  };
  return { ...figure, isOutside: isMeasured && usual !== null && isFarOutside(value, bandOf(usual)) };
};

const figureText = (figure: LeadFigure): string => `${bandTexts(figure).value} ${figure.unit}`.trim();

/** What the change of a figure is held against. */
const againstOf = ({ usual }: Pick<LeadFigure, 'usual'>, { window }: Collecting): string =>
  usual === null ? 'the period before' : `a usual ${weekdayOf(window.fromDay)}`;

const changeWords = (figure: LeadFigure, context: Collecting): string => {
  const { value, changePct, usual } = figure;
  if (changePct === null) return '';
  const against = againstOf(figure, context);
  if (Math.abs(changePct) < 0.5) return `, as much as ${against === 'the period before' ? 'in ' : 'on '}${against}`;
  // as on the overview: a percentage within the band would make a usual day look unusual
  const isUsual = value !== null && usual !== null && isBandKnown(bandOf(usual)) && value >= usual.low && value <= usual.high;
  if (isUsual) return `, as is usual on a ${weekdayOf(context.window.fromDay)}`;
  return `, ${numberText(Math.abs(changePct), 1)} % ${changePct > 0 ? 'more' : 'less'} than ${against}`;
};

/** Signs that SMS cannot carry, on paper. */
const typeset = (sentence: string): string =>
  sentence.replaceAll('+-', '±').replaceAll(/\bm([23])\b/g, (_, power) => (power === '2' ? 'm²' : 'm³'));

const sentence = (words: string): string => (words === '' || /[.!?]$/.test(words) ? words : `${words}.`);

const ofAlarms = (open: readonly AlarmRecord[]): ReportFinding[] => {
  const calls = open.filter(({ insight }) => !insight).toSorted((a, b) => a.priority - b.priority || a.raisedAtMs - b.raisedAtMs);
  return [...Map.groupBy(calls, ({ title }) => title).values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [
          {
            mark: String(first.priority),
            title: more.length === 0 ? first.title : `${first.title} (${more.length + 1} times)`,
            body: sentence(typeset(first.body)),
            action: first.clearedAtMs === null ? first.action : '',
          },
        ],
  );
};

const limitBody = ({ cells: { value, limit, rule, used, measure } }: Row, decimals: number): string => {
  if (typeof used !== 'number') return `${rule}: ${numberText(typeof value === 'number' ? value : null, 0)}.`;
  const places = placesBeside(Number(value), [Number(limit)], decimals);
  const amounts = `${numberText(Number(value), places)} of ${numberText(Number(limit), places)} ${measure ?? ''}`.trim();
  return `${amounts} (${shareText(used, 1)} %).`;
};

const ofLimits = (tables: readonly TableSection[]): ReportFinding[] =>
  tables
    .filter(({ key }) => key === 'compliance')
    .flatMap(({ columns, rows }) => {
      const decimals = columns.find(({ key }) => key === 'value')?.decimals ?? 2;
      return rows
        .filter(({ cells: { verdict } }) => verdict !== 'kept' && verdict !== 'not known')
        .map((row) => ({
          mark: '!',
          title: `${row.cells.what} ${row.cells.verdict}`,
          body: limitBody(row, decimals),
          action: '',
        }));
    });

type Balance = Pick<BalanceTotals, 'unaccountedKL' | 'band95KL' | 'status'>;

/** Never the number alone: its uncertainty says whether it means anything. */
const unaccountedText = ({ unaccountedKL, band95KL }: Balance): string =>
  `${numberText(unaccountedKL, 2)}${band95KL === null ? '' : ` ± ${numberText(band95KL, 2)}`} KL`;

const ofBalance = (found: Balance | null): ReportFinding[] => {
  if (found === null || (found.status !== 'loss' && found.status !== 'gain')) return [];
  return [
    {
      mark: '!',
      title: `${unaccountedText(found)} unaccounted`,
      body: found.status === 'loss' ? 'More came in than the meters explain.' : 'More went out than the meters explain.',
      action: '',
    },
  ];
};

const balanceSentence = (balance: Balance): string => {
  if (balance.unaccountedKL === null) return 'How much is unaccounted for is not known.';
  const isClosed = balance.status === 'balanced';
  const words = isClosed ? 'unaccounted: the balance closes within the error of the meters' : 'are unaccounted';
  return `${unaccountedText(balance)} ${words}.`;
};

const leadSentence = (lead: LeadFigure, context: Collecting): string =>
  lead.value === null ? `${lead.name} is not known.` : `${lead.name} was ${figureText(lead)}${changeWords(lead, context)}.`;

const ofFigures = (figures: readonly LeadFigure[], context: Collecting): ReportFinding[] =>
  figures
    .filter((figure) => figure.isOutside)
    .map((figure) => ({
      mark: figure.usual !== null && (figure.value ?? 0) < figure.usual.low ? '↓' : '↑',
      title: `${figure.name} ${figureText(figure)}${changeWords(figure, context)}`,
      body: figure.usual === null ? '' : `Usually ${bandTexts(figure).band} ${figure.unit}.`,
      action: '',
    }));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Given = {
  kpis: readonly PartKpi[];
  sections: readonly Section[];
  /** Open at some time of the period, also where they were raised before it. */
  alarms: readonly AlarmRecord[];
  balance: Balance | null;
  model: Pick<ReportModel, 'completenessPct' | 'period'>;
};

/** The summary for a manager: a verdict in sentences, what was out of the ordinary, the key figures, and one picture. */
export const firstPageOf = async (
  { kpis, sections, alarms: open, balance, model }: Given,
  context: Collecting,
): Promise<FirstPage> => {
  const figures: LeadFigure[] = [];
  for (const kpi of kpis) figures.push(await leadOf(kpi, context));
  const lead = figures[kpis.findIndex(({ key }) => key === 'consumption')] ?? figures[0];
  const tables = sections.filter((section) => section.kind === 'table');
  const isBalance = context.order.service === 'water_balance' && balance !== null;
  const [lost, alarms] = [ofBalance(balance), ofAlarms(open)];
  const others = [...ofLimits(tables), ...(isBalance ? [] : lost), ...ofFigures(figures, context)];
  const findings = [...(isBalance ? lost : []), ...alarms, ...others];
  const { completenessPct, period } = model;
  const verdict = [
    isBalance ? balanceSentence(balance) : lead === undefined ? '' : leadSentence(lead, context),
    findings.length === 0
      ? 'Nothing was out of the ordinary.'
      : `${capital(findings.length === 1 ? 'one thing was' : `${findings.length} things were`)} out of the ordinary.`,
    period.isOpen ? 'The period is still running: figures count as far as it has come.' : '',
    completenessPct !== null && completenessPct < PROVISIONAL_BELOW
      ? `Provisional: ${numberText(completenessPct, 1)} % of the readings are there.`
      : '',
  ].filter((sentence) => sentence !== '');
  const drawn = sections.filter((section) => section.kind !== 'table');
  const ofService = context.order.service === 'water_balance' ? drawn.find(({ kind }) => kind === 'flow') : undefined;
  return {
    verdict,
    findings: findings.slice(0, MOST_FINDINGS),
    more: Math.max(0, findings.length - MOST_FINDINGS),
    figures,
    against: figures.some(({ usual }) => usual !== null) ? `Usual ${weekdayOf(context.window.fromDay)}` : 'Period before',
    picture: ofService ?? drawn.find(({ kind }) => kind === 'chart') ?? drawn[0] ?? null,
  };
};
