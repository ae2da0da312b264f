import type { Row, Section, TableSection } from '../../model.ts';
import { beside, number, share, text } from '../columns.ts';

type Cells = Row['cells'];
const asNumber = (value: Cells[string] | undefined): number | null => (typeof value === 'number' ? value : null);
const asText = (value: Cells[string] | undefined): string => (typeof value === 'string' ? value : '');

const KEPT = 'kept';
const ABOVE = 'above the limit';

const verdictOf = (used: number | null): string => (used === null ? 'not known' : used > 100 ? ABOVE : KEPT);

const volumeRow = (cells: Cells, unit: string): Row[] => {
  const limit = asNumber(cells.limit);
  if (limit === null) return [];
  const used = asNumber(cells.ofLimit);
  return [
    {
      cells: {
        what: asText(cells.unit),
        rule: `limit, ${unit}`,
        measure: unit,
        limit,
        value: asNumber(cells.volume),
        used,
        verdict: verdictOf(used),
      },
    },
  ];
};

const permitRow = (cells: Cells): Row[] => {
  const limit = asNumber(cells.permit);
  if (limit === null) return [];
  const value = asNumber(cells.abstraction);
  const used = asNumber(cells.ofPermit);
  // no share of nothing: after its end a permit allows none
  const isKept = limit > 0 || value === null ? null : value <= 0;
  const rule = `${cells.yearsPart === 1 ? 'the year’s part of ' : ''}permit ${asText(cells.noc)}, KL`;
  return [
    {
      cells: {
        what: asText(cells.unit),
        rule,
        measure: 'KL',
        limit,
        value,
        used,
        verdict: isKept === null ? verdictOf(used) : isKept ? KEPT : ABOVE,
      },
    },
  ];
};

const qualityRow = (cells: Cells): Row[] => {
  const [low, high] = [asNumber(cells.low), asNumber(cells.high)];
  if (low === null && high === null) return [];
  const minutes = asNumber(cells.out);
  const isKnown = asNumber(cells.mean) !== null;
  const limits = [low === null ? '' : `from ${low}`, high === null ? '' : `to ${high}`, asText(cells.measure)];
  return [
    {
      cells: {
        what: `${asText(cells.unit)}: ${asText(cells.param)}`,
        rule: `${limits.filter(Boolean).join(' ')}, minutes out`,
        limit: 0,
        value: isKnown ? minutes : null,
        used: null,
        verdict: !isKnown ? 'not known' : minutes === 0 ? 'kept' : 'out of limits',
      },
    },
  ];
};

const rowsOf = (table: TableSection): Row[] => {
  const rows = table.rows.filter(({ isGroup }) => !isGroup).map(({ cells }) => cells);
  if (table.key === 'wells') return rows.flatMap(permitRow);
  if (table.key === 'quality') return rows.flatMap(qualityRow);
  const unit = table.columns.find(({ key }) => key === 'volume')?.unit ?? '';
  return table.columns.some(({ key }) => key === 'ofLimit') ? rows.flatMap((cells) => volumeRow(cells, unit)) : [];
};

/** What of the report has a limit (`measure` is the unit of limit and value), and whether it was kept; nothing where there is none. */
export const complianceOf = (sections: readonly Section[]): TableSection[] => {
  const rows = sections.flatMap((section) => (section.kind === 'table' ? rowsOf(section) : []));
  if (rows.length === 0) return [];
  const volumes = sections.flatMap((section) =>
    section.kind === 'table' ? section.columns.filter(({ key }) => key === 'volume') : [],
  );
  const decimals = Math.max(2, ...volumes.map((column) => column.decimals ?? 2));
  return [
    {
      kind: 'table',
      key: 'compliance',
      title: 'Limits and permits',
      columns: [
        text('what', 'What'),
        text('rule', 'Rule'),
        beside(number('limit', 'Limit', '', decimals), 'value'),
        beside(number('value', 'Value', '', decimals), 'limit'),
        share('used', 'Used'),
        text('verdict', 'Verdict'),
      ],
      rows,
    },
  ];
};
