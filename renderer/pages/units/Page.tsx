import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../../api/queries.ts';
import { Empty, Failed, LoadingRows } from '../../parts/states.tsx';
import { useServices } from '../../state/services.ts';
import { text } from '../../text/en.ts';
import { UnitList } from './UnitList.tsx';

/** Every unit with its live value, to search and to choose from. */
export const UnitsPage = () => {
  const services = useServices();
  const { data, error, refetch, isFetching } = useQuery(overviewQuery(services));
  useDocumentTitle(text.pageTitle(text.units.title));
  return (
    <>
      <h1>{text.units.title}</h1>
      {data === undefined && error !== null ? <Failed error={error} onRetry={() => void refetch()} busy={isFetching} /> : null}
      {data === undefined && error === null ? <LoadingRows rows={12} height="2.5rem" /> : null}
      {data === undefined ? null : data.units.length === 0 ? (
        <Empty title={text.overview.empty}>{text.overview.emptyBody}</Empty>
      ) : (
        <UnitList units={data.units} columns />
      )}
    </>
  );
};
