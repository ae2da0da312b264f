import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { useBegun } from '../../api/useBegun.ts';
import { useOverview } from '../../api/useOverview.ts';
import { PreviousIcon } from '../../parts/icons.tsx';
import { Empty, Failed, LoadingRows } from '../../parts/states.tsx';
import type { Fresh } from '../../state/fresh.ts';
import type { Narrowed } from './entry.ts';
import { shownIn } from './params.ts';
import { UnitTrend } from './trend/UnitTrend.tsx';
import { UnitList } from './UnitList.tsx';
import styles from './UnitPage.module.css';
import { words } from './words.ts';

type ShownUnitProps = { unit: OverviewUnit; units: readonly OverviewUnit[]; listFresh: Fresh };

const ShownUnit = ({ unit: known, units, listFresh }: ShownUnitProps) => {
  const search = useSearch({ from: '/units/$unitId' });
  const unit = useBegun(known);
  const shown = shownIn(unit, search.param, search.range === 'month' || search.range === 'year');
  return shown === undefined ? (
    <>
      <h1>{unit.unitName}</h1>
      <Empty title={words.noParams}>{words.noParamsBody}</Empty>
    </>
  ) : (
    <UnitTrend unit={unit} units={units} listFresh={listFresh} shown={shown} />
  );
};

/** One unit: what it does now, and any range of it; beside it all others. */
export const UnitPage = () => {
  const { unitId } = useParams({ from: '/units/$unitId' });
  const { data, error, reload, fresh } = useOverview();
  const [narrowed, setNarrowed] = useState<Narrowed>({});
  const unit = data?.units.find((one) => one.unitId === unitId);
  if (data === undefined) {
    return error === null ? (
      <LoadingRows rows={8} height="2.5rem" />
    ) : (
      <>
        <h1>{words.title}</h1>
        <Failed error={error} onRetry={reload} nextTryMs={fresh.nextTryMs} />
      </>
    );
  }
  return (
    <div className={styles.page}>
      <aside className={styles.aside} aria-label={words.list}>
        <UnitList units={data.units} selected={unitId} narrowed={narrowed} onNarrow={setNarrowed} />
      </aside>
      <div className={styles.unit}>
        <Link to="/units" className={styles.back}>
          <PreviousIcon /> {words.back}
        </Link>
        {unit === undefined ? (
          <>
            <h1>{words.unknown}</h1>
            <Empty title={words.unknownBody} />
          </>
        ) : (
          <ShownUnit key={unit.unitId} unit={unit} units={data.units} listFresh={fresh} />
        )}
      </div>
    </div>
  );
};
