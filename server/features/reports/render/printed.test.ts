import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../../test/reportSamples.ts';
import type { ChartSection, ReportModel, Row, TableSection } from '../model.ts';
import { renderHtml } from './html/html.ts';
import { printedSections } from './printed.ts';

const column = (key: string) => ({ key, name: key, kind: 'number', decimals: 1 }) as const;
const table = (rows: Row['cells'][], more: Partial<TableSection> = {}): TableSection => ({
  ...{ kind: 'table', key: 'meters1', title: 'Meters' },
  columns: [{ key: 'unit', name: 'Meter', kind: 'text' }, column('volume'), column('night'), column('estimated')],
  rows: rows.map((cells) => ({ cells })),
  ...more,
});
const chart: ChartSection = {
  ...{ kind: 'chart', key: 'water', title: 'Withdrawal and consumption', form: 'bars', unit: 'KL', decimals: 2 },
  ...{ labels: ['06:00', '07:00'], series: [{ name: 'Withdrawal', values: [1, 2] }] },
};
const of = (sections: ReportModel['sections'], more: Partial<ReportModel> = {}) =>
  printedSections(sampleReport(1, { sections, ...more }));
const keysOf = (section: ReportModel['sections'][number] | undefined): string[] =>
  section?.kind === 'table' ? section.columns.map(({ key }) => key) : [];

describe('what of a report goes on paper', () => {
  it('has no column in which every row has nothing or zero, but what the table is about', () => {
    const [one] = of([
      table([
        { unit: 'a', volume: 0, night: null, estimated: 0 },
        { unit: 'b', volume: 0, night: null, estimated: 2 },
      ]),
    ]);
    expect(keysOf(one)).toEqual(['unit', 'volume', 'estimated']);
    // a row that heads others has no numbers of its own
    const headed = table([{ unit: 'a', volume: 1, night: 3, estimated: 0 }]);
    const [two] = of([{ ...headed, rows: [{ cells: { unit: 'Group' }, isGroup: true }, ...headed.rows] }]);
    expect(keysOf(two)).toEqual(['unit', 'volume', 'night']);
  });

  it('has a zero that is what the table is about: an empty tank, no rain, nothing complete, an index of 0', () => {
    for (const key of ['close', 'rain', 'complete', 'index', 'unaccounted', 'permeate', 'median', 'mean', 'out', 'valid']) {
      const columns = [{ key: 'unit', name: 'Unit', kind: 'text' } as const, column('volume'), column(key), column('events')];
      const [of0] = of([table([{ unit: 'a', volume: 3, [key]: 0, events: 0 }], { columns })]);
      expect(keysOf(of0), key).toEqual(['unit', 'volume', key]);
      // what nothing is known of has no column
      const [none] = of([table([{ unit: 'a', volume: 3, [key]: null, events: 0 }], { columns })]);
      expect(keysOf(none), key).toEqual(['unit', 'volume']);
    }
  });

  it('names only the limits that were not kept, each meter once', () => {
    const limit = (what: string, verdict: string) => ({ what, volume: 1, verdict });
    const limits = (...rows: Row['cells'][]) =>
      table(rows, { key: 'compliance', columns: [{ key: 'what', name: 'What', kind: 'text' }, column('volume')] });
    const [some] = of([limits(limit('a', 'kept'), limit('b', 'above the limit'), limit('c', 'kept'))]);
    expect(some).toMatchObject({ rows: [{ cells: { what: 'b' } }], notes: ['2 other limits and permits were kept.'] });
    const [none] = of([limits(limit('a', 'kept'))]);
    expect(none).toMatchObject({ rows: [], empty: 'One limit was kept.' });
  });

  it('has the picture of its first page once', () => {
    const firstPage = { verdict: ['Good.'], findings: [], more: 0, figures: [], against: '', picture: chart };
    expect(of([chart, table([{ unit: 'a', volume: 1 }])], { firstPage })).toMatchObject([{ kind: 'table' }]);
    const html = renderHtml(sampleReport(1, { sections: [chart], firstPage }));
    expect(html.match(/Withdrawal and consumption/g)?.length).toBeLessThanOrEqual(2);
  });

  it('says the verdict, what was out of the ordinary and the key figures before any table, in both templates', () => {
    const firstPage = {
      ...{
        verdict: ['Consumption was 97 KL, 7.4 % less than a usual Sunday.'],
        more: 0,
        against: 'Usual Sunday',
        picture: chart,
      },
      findings: [{ mark: '1', title: 'Tank <full>', body: 'Full in about 86 min.', action: 'Stop the inflow.' }],
      figures: [
        {
          ...{ name: 'Consumption', value: 97.31, unit: 'KL', decimals: 2, like: 105.1, changePct: -7.4, isOutside: true },
          usual: { middle: 105.1, low: 101, high: 108, days: 4 },
        },
      ],
    };
    for (const template of ['v1', 'v2'] as const) {
      const html = renderHtml(sampleReport(3, { firstPage, template }));
      const first = html.slice(html.indexOf('class="first"'), html.indexOf('</section>'));
      expect(first).toContain('97 KL, 7.4 % less than a usual Sunday.');
      expect(first).toContain('Tank &lt;full&gt;');
      expect(first).toContain('Stop the inflow.');
      expect(first).toMatch(/97\.31 KL.*105\.10.*−7\.4 %.*outside.*usually 101\.00 to 108\.00/);
      expect(first).toContain('<svg');
      expect(html).toContain('.first{break-after:page}');
    }
  });
});
