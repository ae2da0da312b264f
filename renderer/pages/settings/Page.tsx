import { useNavigate, useSearch } from '@tanstack/react-router';
import { Choice } from '../../parts/Choice.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { Delivery } from './delivery/Delivery.tsx';
import { Devices } from './devices/Devices.tsx';
import { readSearch, type Tab, tabsFor } from './entry.ts';
import { Mine } from './Mine.tsx';
import { People } from './People.tsx';
import { Shift } from './Shift.tsx';
import { SsoIssuers } from './sso/SsoIssuers.tsx';
import { words } from './words.ts';

/** Who may do what, when the day begins, and what belongs to the person who looks. */
export const SettingsPage = () => {
  const { tab: wanted = 'people' } = useSearch({ from: '/settings' });
  const { permissions } = useProfile();
  const navigate = useNavigate({ from: '/settings' });
  const open = tabsFor(permissions);
  const tab = open.find((one) => one === wanted) ?? 'people';
  return (
    <PageFrame
      title={text.nav.settings}
      about={words.help}
      controls={
        <Choice<Tab>
          label={words.view}
          value={tab}
          options={open.map((value) => ({ value, label: words.tabs[value] }))}
          onChoose={(value) => void navigate({ search: readSearch({ tab: value }) })}
        />
      }
    >
      {tab === 'people' ? <People /> : null}
      {tab === 'delivery' ? <Delivery /> : null}
      {tab === 'sso' ? <SsoIssuers /> : null}
      {tab === 'devices' ? <Devices /> : null}
      {tab === 'shift' ? <Shift /> : null}
      {tab === 'me' ? <Mine /> : null}
    </PageFrame>
  );
};
