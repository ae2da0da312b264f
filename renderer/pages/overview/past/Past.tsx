import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { overviewMoment } from '../../../../server/contract/plant/moments.ts';
import type { Overview } from '../../../../server/contract/plant/overview.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { PastMoment } from '../../../state/past.tsx';
import { readSearch } from '../entry.ts';
import { PastControls } from './PastControls.tsx';

type Props = { at: string; loading: ReactNode; show: (overview: Overview) => ReactNode };

/** The plant at a moment of the past: its values, sums and alarms in place of those of now. */
export const Past = ({ at, loading, show }: Props) => {
  const then = useEndpoint(overviewMoment, { query: { at } }, { keepPrevious: true });
  const navigate = useNavigate({ from: '/' });
  return (
    <>
      <PastControls
        at={at}
        alarms={(then.previous === true ? undefined : then.data?.alarms) ?? []}
        onPick={(to) =>
          void navigate({ search: (before) => readSearch({ ...before, at: to }), replace: true, resetScroll: false })
        }
      />
      <Loaded of={then} loading={loading}>
        {(shown) => (
          <PastMoment at={at} shown={shown}>
            {show(shown.overview)}
          </PastMoment>
        )}
      </Loaded>
    </>
  );
};
