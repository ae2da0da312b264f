import { useDocumentTitle } from '@mantine/hooks';
import { Link, useParams } from '@tanstack/react-router';
import { useOverview } from '../../api/useOverview.ts';
import { Empty, Failed, LoadingRows } from '../../parts/states.tsx';
import { text } from '../../text/words.ts';
import { LiveRow } from './LiveRow.tsx';
import { TrendSection } from './TrendSection.tsx';
import { UnitList } from './UnitList.tsx';
import styles from './UnitPage.module.css';
import { words } from './words.ts';

/** One unit: what it does now, and its day, month or year. */
export const UnitPage = () => {
  const { unitId } = useParams({ from: '/units/$unitId' });
  const { data, error, reload, fresh } = useOverview();
  const unit = data?.units.find((one) => one.unitId === unitId);
  useDocumentTitle(text.pageTitle(unit?.unitName ?? words.title));

  if (data === undefined) {
    return error === null ? (
      <LoadingRows rows={8} height="2.5rem" />
    ) : (
      <Failed error={error} onRetry={reload} nextTryMs={fresh.nextTryMs} />
    );
  }
  return (
    <div className={styles.page}>
      <aside className={styles.aside} aria-label={words.list}>
        <UnitList units={data.units} />
      </aside>
      <div className={styles.unit}>
        <Link to="/units" className={styles.back}>
          ‹ {words.back}
        </Link>
        {unit === undefined ? (
          <>
            <h1>{words.unknown}</h1>
            <Empty title={words.unknownBody} />
          </>
        ) : (
          <>
            <div className={styles.title}>
              <h1>{unit.unitName}</h1>
              <p>
                {text.types[unit.type]} · {unit.subCategory.displayName}
              </p>
            </div>
            <LiveRow unit={unit} />
            <TrendSection key={unit.unitId} unit={unit} window={data.window} />
          </>
        )}
      </div>
    </div>
  );
};
