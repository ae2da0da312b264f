import { useNavigate, useSearch } from '@tanstack/react-router';
import { useOverview } from '../../api/useOverview.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { EmptyPlant } from '../firstRun/EmptyPlant.tsx';
import { type Narrowed, readSearch } from './entry.ts';
import { UnitList } from './UnitList.tsx';
import pageStyles from './UnitPage.module.css';
import { unitTable } from './unitTable.ts';
import { words } from './words.ts';

/** Every unit with its live value, to search and to choose from. */
export const UnitsPage = () => {
  const overview = useOverview();
  const narrowed = useSearch({ from: '/units' });
  const navigate = useNavigate({ from: '/units' });
  const narrow = (next: Narrowed) =>
    void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false });
  return (
    <PageFrame
      title={words.title}
      fresh={overview.fresh}
      help={<p>{words.listHelp}</p>}
      table={overview.data === undefined ? undefined : unitTable(overview.data.units)}
    >
      <Loaded of={overview} rows={12} rowHeight="2.5rem" isEmpty={({ units }) => units.length === 0} empty={<EmptyPlant />}>
        {({ units }) => (
          <div className={pageStyles.whole}>
            <UnitList units={units} wide narrowed={narrowed} onNarrow={narrow} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  );
};
