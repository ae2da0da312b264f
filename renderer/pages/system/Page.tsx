import { useNavigate, useSearch } from '@tanstack/react-router';
import { desktop } from '../../api/desktop.ts';
import { Choice } from '../../parts/Choice.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { AuditTab } from './AuditTab.tsx';
import { BackupsTab } from './BackupsTab.tsx';
import { DesktopTab } from './desktop/DesktopTab.tsx';
import { readSearch, type Tab, tabsFor } from './entry.ts';
import { HubTab } from './hub/HubTab.tsx';
import { NetworkTab } from './NetworkTab.tsx';
import { ProgramTab } from './program/ProgramTab.tsx';
import { StateTab } from './StateTab.tsx';
import { words } from './words.ts';

/** What keeps the plant's data: room on the disk, what is stored, backups, the log of who did what, encryption. */
export const SystemPage = () => {
  const { tab: wanted } = useSearch({ from: '/system' });
  const { permissions } = useProfile();
  const navigate = useNavigate({ from: '/system' });
  const open = tabsFor(permissions, desktop !== undefined);
  const tab = open.find((one) => one === wanted) ?? open[0];
  return (
    <PageFrame
      title={text.nav.system}
      about={words.help}
      controls={
        <Choice<Tab>
          label={words.view}
          value={tab ?? 'state'}
          options={open.map((value) => ({ value, label: words.tabs[value] }))}
          onChoose={(value) => void navigate({ search: readSearch({ tab: value }) })}
        />
      }
    >
      {tab === 'state' ? <StateTab /> : null}
      {tab === 'backups' ? <BackupsTab /> : null}
      {tab === 'program' ? <ProgramTab /> : null}
      {tab === 'audit' ? <AuditTab /> : null}
      {tab === 'network' ? <NetworkTab /> : null}
      {tab === 'hub' ? <HubTab /> : null}
      {tab === 'desktop' && desktop !== undefined ? <DesktopTab shell={desktop} /> : null}
    </PageFrame>
  );
};
