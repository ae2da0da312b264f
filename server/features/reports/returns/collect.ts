import { Failure } from '../../../core/fail.ts';
import { rangeWindow } from '../../../historian/index.ts';
import { TariffRates } from '../../readings/index.ts';
import { type CollectParts, headOf, revisionOf, safeName, star } from '../collect/collect.ts';
import { completeOf } from '../collect/columns.ts';
import { leftOutNotes } from '../collect/leftOut.ts';
import { provedNote } from '../collect/provedNote.ts';
import type { ReportModel } from '../model.ts';
import { audit } from './audit.ts';
import { brsr } from './brsr.ts';
import { effluent } from './effluent.ts';
import { fiscalDays } from './fiscal.ts';
import { gri303 } from './gri303.ts';
import { groundwater } from './groundwater.ts';
import type { ReturnKind, ReturnOrder } from './order.ts';
import type { ReturnContext, ReturnSubject } from './part.ts';

const subjects: Record<ReturnKind, ReturnSubject> = { groundwater, effluent, brsr, gri303, audit };

/** Part of every return. */
export const helperNote =
  'A helper for filling in a return: it is not legal advice and not an authority’s own form. Check it against the rules in force before it is filed.';

export type CollectReturnParts = Omit<CollectParts, 'order' | 'withSlots'> & { order: ReturnOrder };
export type CollectedReturn = { model: ReportModel; kind: ReturnKind; dataRows: number };

/** From which on a return has figures: some compare a year with the one before. */
const firstDayOf = ({ kind, fiscalYear, fiscalStartMonth, report }: ReturnOrder): number =>
  kind === 'brsr' || kind === 'gri303' ? fiscalDays(fiscalYear - 1, fiscalStartMonth).fromDay : report.fromDay;

/**
 * What a return says, from the same functions as reports and dashboards.
 * @throws Failure `noData` when the plant has nothing of the kind.
 */
export const collectReturn = async ({ order: asked, logo, proved, ...given }: CollectReturnParts): Promise<CollectedReturn> => {
  const { kind, report: order } = asked;
  const subject = subjects[kind];
  const { calendar, tariffs } = given.source;
  const window = rangeWindow(calendar, order.fromDay, order.toDay, subject.step);
  const rates = new TariffRates(tariffs);
  const context: ReturnContext = { ...given, order, asked, calendar, window, before: null, rates };
  const part = await subject.collect(context);
  const { kpis, sections, readings, data, dataRows, notes } = part;
  if (!readings.some(({ total }) => total.sum !== null || total.avg !== null || total.last !== null))
    throw new Failure('noData', 'No data for this period and these units');
  const days = [order.fromDay, order.toDay].map((day) => calendar.windowOfDay(day).date);
  const model: ReportModel = {
    title: subject.title,
    fileName: safeName(`${order.industryId} ${kind} return ${days.join(' to ')}`),
    type: 'return',
    service: kind,
    template: order.template,
    industryName: given.industry.name,
    logo,
    ...headOf(context),
    revision: revisionOf(context, readings),
    completenessPct: completeOf(readings),
    kpis,
    sections,
    data,
    footnotes: [helperNote, ...(await leftOutNotes(context, firstDayOf(asked))), ...notes, star, ...provedNote(proved, window)],
    signatures: subject.signatures,
  };
  return { model, kind, dataRows };
};
