import type { BalanceData } from '../../../contract/user/waterBalance.ts';
import { Failure } from '../../../core/fail.ts';
import { rangeWindow, seriesOf } from '../../../historian/index.ts';
import { meterErrorPct } from '../../../plantModel/index.ts';
import { cell, isEstimated, number, percent, text, trustCells, trustColumns } from '../collect/columns.ts';
import { amountOf, readFamily } from '../collect/readUnits.ts';
import { waterBalance } from '../collect/sections/balance.ts';
import { eventsOf, eventTable } from '../collect/sections/events.ts';
import { metersCountedAs } from '../collect/sections/meters.ts';
import type { UnitReading } from '../collect/unitReading.ts';
import type { Row, TableSection } from '../model.ts';
import type { ReturnContext, ReturnPart, ReturnSubject } from './part.ts';
import { tableSheet } from './tableSheet.ts';

const monthTable = async ({ window, calendar, balance, source }: ReturnContext): Promise<TableSection> => {
  const rows: Row[] = [];
  for (const { label, fromDay, toDay } of window.buckets) {
    await source.pace.turn();
    const totals = (await balance(rangeWindow(calendar, fromDay, toDay, 'day')))?.totals;
    rows.push({
      cells: {
        month: label,
        in: totals?.inKL ?? null,
        out: totals?.outKL ?? null,
        stock: totals?.stockChangeKL ?? null,
        known: totals?.knownLossKL ?? null,
        unaccounted: totals?.unaccountedKL ?? null,
        percent: totals?.unaccountedPct ?? null,
        band: totals?.band95KL ?? null,
        status: totals?.status ?? '',
      },
    });
  }
  return {
    kind: 'table',
    key: 'months',
    title: 'Water balance by month',
    columns: [
      text('month', 'Month'),
      number('in', 'In', 'KL', 2),
      number('out', 'Out', 'KL', 2),
      number('stock', 'Stock change', 'KL', 2),
      number('known', 'Known loss', 'KL', 2),
      number('unaccounted', 'Unaccounted', 'KL', 2),
      percent('percent', 'Of inflow'),
      number('band', '95 % band, ±', 'KL', 2),
      text('status', 'Verdict'),
    ],
    rows,
  };
};

const said: Partial<Record<BalanceData['totals']['status'], string>> = {
  loss: 'more came in than is accounted for: look for a leak, an unmetered use or a meter that reads high',
  gain: 'more is accounted for than came in: an unmetered source, a meter that reads low, or a wrong drawing',
  incomplete: 'cannot be judged: a meter was below 90 % complete, or a stock is not known at an end',
  undetermined: 'cannot be judged: it need not close, or a flow beside it has neither a meter nor an estimate',
};

const findingTable = ({ nodes, edges, reconciliation }: BalanceData): TableSection => {
  const nameOf = (id: string): string => nodes.find((node) => node.id === id)?.label ?? id;
  const edgeOf = (id: string | null | undefined): string => {
    const edge = edges.find((one) => one.id === id);
    return edge ? `${nameOf(edge.source)} to ${nameOf(edge.target)}` : '';
  };
  const suspect = edgeOf(reconciliation.suspectEdgeId);
  /** Where water enters or leaves the drawing there is nothing to close. */
  const isBorder = (id: string): boolean =>
    edges.every(({ source }) => source !== id) || edges.every(({ target }) => target !== id);
  return {
    kind: 'table',
    key: 'findings',
    title: 'Findings',
    columns: [
      text('node', 'Node'),
      number('unaccounted', 'Unaccounted', 'KL', 2),
      percent('percent', 'Of inflow'),
      number('z', 'z', '', 2),
      text('finding', 'Finding'),
      text('suspect', 'Meter to check first'),
    ],
    rows: nodes.flatMap(({ id, label, unaccountedKL, unaccountedPct, z, status, suspectEdgeId }) => {
      const finding = said[status];
      if (finding === undefined || isBorder(id)) return [];
      const cells = { node: label, unaccounted: unaccountedKL, percent: unaccountedPct, z, finding };
      return [{ cells: { ...cells, suspect: edgeOf(suspectEdgeId) } }];
    }),
    empty: 'Every node closes within the errors of its meters.',
    notes: [
      reconciliation.passed === null
        ? 'Too few flows are metered to test the meters against each other.'
        : reconciliation.passed
          ? 'Taken together, the meters agree within their errors.'
          : `Taken together, the meters do not agree within their errors${suspect ? `; the one to check first is ${suspect}` : ''}.`,
    ],
  };
};

const meterTable = (readings: readonly UnitReading[]): TableSection => ({
  kind: 'table',
  key: 'meters',
  title: 'Meters',
  columns: [
    text('unit', 'Meter'),
    text('group', 'Group'),
    text('make', 'Make and class'),
    text('serial', 'Number'),
    { key: 'calibrated', name: 'Calibrated on', kind: 'date' },
    percent('error', 'Permissible error'),
    number('volume', 'Volume', 'KL', 2),
    ...trustColumns('KL', 2),
  ],
  rows: readings.map((reading) => {
    const { unit, sub } = reading;
    const { meterMake, meterClass, meterSerial = '', calibratedOn } = unit.meta;
    const volume = cell(amountOf(reading.total, reading));
    return {
      cells: {
        unit: unit.name,
        group: sub.displayName,
        make: [meterMake, meterClass && `class ${meterClass}`].filter(Boolean).join(', '),
        serial: meterSerial,
        calibrated: calibratedOn?.slice(0, 10) ?? null,
        error: cell(meterErrorPct(unit)),
        volume,
        ...trustCells(reading),
      },
      ...(isEstimated(reading) && volume !== null && { starred: ['volume'] }),
    };
  }),
});

/** Where the water of a period went, how well that is known, and what to look at. */
const collect = async (context: ReturnContext): Promise<ReturnPart> => {
  const balance = await waterBalance(context);
  if (!balance.balance) throw new Failure('noData', 'No data: no graph of the water balance is drawn');
  const readings = await readFamily(context, {
    standardCategoryId: 'SOURCE_CATEGORY',
    wants: (unit) => unit.type !== 'stock' && unit.type !== 'virtual' && seriesOf(unit, 'volume')?.kind === 'counter',
    siUnit: 'KL',
  });
  const months = await monthTable(context);
  const [intake, use] = ['ID_SOURCE', 'ID_CONSUMPTION'].map((id) => metersCountedAs(readings, id).length);
  return {
    kpis: balance.kpis,
    sections: [
      months,
      findingTable(balance.balance),
      ...balance.sections,
      meterTable(readings),
      eventTable(eventsOf(context, readings)),
    ],
    readings,
    ...tableSheet(months),
    notes: [
      `${intake} meters count what comes in, ${use} what is used.`,
      'A balance is by the plant’s own graph; recommendations, photographs and tests on site belong to the auditor.',
    ],
  };
};

export const audit: ReturnSubject = {
  title: 'Water-balance audit',
  step: 'month',
  signatures: ['Prepared by', 'Water auditor', 'Plant head'],
  collect,
};
