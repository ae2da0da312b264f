import type { Overview, OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import { type SectionId, sectionsOf } from '../../../state/grouping.ts';
import styles from '../Page.module.css';
import { QualityPanel } from '../panels/QualityPanel.tsx';
import { firstRows, useRowsSoFar } from './inParts.ts';
import { UnitTable } from './UnitTable.tsx';

const waterSections: readonly SectionId[] = ['intake', 'treatment', 'use'];
const otherSections: readonly SectionId[] = ['discharge', 'groundwater', 'energy', 'rain', 'other', 'totals', 'stock'];

const rowsOf = ({ type, params }: OverviewUnit): number => (type === 'quality' ? params.length + 1 : 1);

/** Every unit's live value and its day so far, beside yesterday to the same time. */
export const UnitsTab = ({ overview }: { overview: Overview }) => {
  const all = sectionsOf(overview.units);
  const total = overview.units.reduce((rows, unit) => rows + rowsOf(unit), 0);
  const rows = useRowsSoFar(total);
  const inOrder = [...waterSections, ...otherSections, 'quality'].flatMap((id) => all.find((section) => section.id === id) ?? []);
  const sections = firstRows(inOrder, rows, rowsOf);
  const tables = (ids: readonly SectionId[]) => sections.filter(({ id }) => ids.includes(id));
  const [water, rest] = [tables(waterSections), tables(otherSections)];
  const sums = { intake: overview.kpis.intake, use: overview.kpis.consumption };
  const quality = sections.find(({ id }) => id === 'quality')?.units;
  return (
    <div className={styles.columns} aria-busy={rows < total || undefined}>
      {water.length === 0 ? null : <UnitTable id="water" sections={water} sums={sums} />}
      {rest.length === 0 ? null : <UnitTable id="rest" sections={rest} sums={sums} />}
      {quality === undefined ? null : (
        <div className={styles.quality}>
          <QualityPanel units={quality} />
        </div>
      )}
      {/* about as high as what is still to come: a page that one comes back to is scrolled to where it was */}
      {rows < total ? <div style={{ height: `${(total - rows) * 1.75}rem` }} /> : null}
    </div>
  );
};
