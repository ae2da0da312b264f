import type { Overview } from '../../../server/contract/plant/overview.ts';
import { type SectionId, sectionsOf } from '../../state/grouping.ts';
import styles from './Page.module.css';
import { QualityPanel } from './panels/QualityPanel.tsx';
import { UnitTable } from './UnitTable.tsx';

const waterSections: readonly SectionId[] = ['intake', 'treatment', 'use'];
const otherSections: readonly SectionId[] = ['discharge', 'groundwater', 'energy', 'rain', 'other', 'totals', 'stock'];

/** Every unit's live value and its day so far, beside yesterday to the same time. */
export const UnitsTab = ({ overview }: { overview: Overview }) => {
  const sections = sectionsOf(overview.units);
  const tables = (ids: readonly SectionId[]) => sections.filter(({ id }) => ids.includes(id));
  const [water, rest] = [tables(waterSections), tables(otherSections)];
  const sums = { intake: overview.kpis.intake, use: overview.kpis.consumption };
  const quality = sections.find(({ id }) => id === 'quality')?.units;
  return (
    <div className={styles.columns}>
      {water.length === 0 ? null : <UnitTable id="water" sections={water} sums={sums} />}
      {rest.length === 0 ? null : <UnitTable id="rest" sections={rest} sums={sums} />}
      {quality === undefined ? null : (
        <div className={styles.quality}>
          <QualityPanel units={quality} />
        </div>
      )}
    </div>
  );
};
