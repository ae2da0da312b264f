import { useNavigate, useSearch } from '@tanstack/react-router';
import { Choice } from '../../parts/Choice.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { readSearch, type Tab, tabs } from './entry.ts';
import { MadeList } from './MadeList.tsx';
import { Maker } from './Maker.tsx';
import { MakingList } from './MakingList.tsx';
import { Returns } from './Returns.tsx';
import { Schedules } from './Schedules.tsx';
import { useMaking } from './useMaking.ts';
import { words } from './words.ts';

/** Reports as files: made now, made by themselves, kept, and the tables for the regulator. */
export const ReportsPage = () => {
  const { tab = 'make' } = useSearch({ from: '/reports' });
  const { permissions } = useProfile();
  const navigate = useNavigate({ from: '/reports' });
  const making = useMaking();
  const mayPlan = permissions.includes('ACCOUNT_SETTINGS');
  const open = tabs.filter((one) => mayPlan || one === 'make' || one === 'returns');
  return (
    <PageFrame
      title={text.nav.reports}
      about={words.help}
      controls={
        <Choice<Tab>
          label={words.view}
          value={tab}
          options={open.map((value) => ({ value, label: words.tabs[value] }))}
          onChoose={(value) => void navigate({ search: (before) => readSearch({ ...before, tab: value }) })}
        />
      }
    >
      <MakingList all={making.all} />
      {tab === 'make' ? <Maker making={making} /> : null}
      {tab === 'schedules' ? <Schedules /> : null}
      {tab === 'made' ? <MadeList making={making} /> : null}
      {tab === 'returns' ? <Returns making={making} /> : null}
    </PageFrame>
  );
};
