import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { overviewQuery } from '../../api/queries.ts';
import { Empty, Failed, LoadingRows } from '../../parts/states.tsx';
import { useServices } from '../../state/services.ts';
import { text } from '../../text/en.ts';
import { LiveRow } from './LiveRow.tsx';
import { TrendSection } from './TrendSection.tsx';
import { UnitList } from './UnitList.tsx';
import styles from './UnitPage.module.css';

/** One unit: what it does now, and its day, month or year. */
export const UnitPage = () => {
  const services = useServices();
  const { unitId } = useParams({ from: '/units/$unitId' });
  const { data, error, refetch, isFetching } = useQuery(overviewQuery(services));
  const unit = data?.units.find((one) => one.unitId === unitId);
  useDocumentTitle(text.pageTitle(unit?.unitName ?? text.units.title));

  if (data === undefined) {
    return error === null ? (
      <LoadingRows rows={8} height="2.5rem" />
    ) : (
      <Failed error={error} onRetry={() => void refetch()} busy={isFetching} />
    );
  }
  return (
    <div className={styles.page}>
      <aside className={styles.aside} aria-label={text.units.list}>
        <UnitList units={data.units} />
      </aside>
      <div className={styles.unit}>
        <Link to="/units" className={styles.back}>
          ‹ {text.units.back}
        </Link>
        {unit === undefined ? (
          <>
            <h1>{text.units.unknown}</h1>
            <Empty title={text.units.unknownBody} />
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
