import { useNavigate, useSearch } from '@tanstack/react-router';
import { Choice } from '../../parts/Choice.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Empty } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { Entries } from './entries/Entries.tsx';
import { needOf, readSearch, type Tab, tabsFor } from './entry.ts';
import { Facts } from './facts/Facts.tsx';
import { Files } from './files/Files.tsx';
import { Models } from './models/Models.tsx';
import { Points } from './points/Points.tsx';
import { Units } from './units/Units.tsx';
import { words } from './words.ts';

/** Settings of the plant itself; an address that leads to a tab without the needed permission names the permission. */
export const PlantPage = () => {
  const { permissions } = useProfile();
  const tabs = tabsFor(permissions);
  const { tab = tabs[0] ?? 'units' } = useSearch({ from: '/plant' });
  const navigate = useNavigate({ from: '/plant' });
  const need = needOf[tab];
  return (
    <PageFrame
      title={text.nav.plant}
      about={words.help}
      controls={
        <Choice<Tab>
          label={words.view}
          value={tab}
          options={tabs.map((value) => ({ value, label: words.tabs[value] }))}
          onChoose={(value) => void navigate({ search: readSearch({ tab: value }) })}
        />
      }
    >
      {permissions.includes(need) ? (
        <>
          {tab === 'units' ? <Units /> : null}
          {tab === 'facts' ? <Facts /> : null}
          {tab === 'entries' ? <Entries /> : null}
          {tab === 'points' ? <Points /> : null}
          {tab === 'files' ? <Files /> : null}
          {tab === 'models' ? <Models /> : null}
        </>
      ) : (
        <Empty title={text.forbidden.part}>
          {text.forbidden.missing(text.rights[need])} {text.forbidden.ask}
        </Empty>
      )}
    </PageFrame>
  );
};
