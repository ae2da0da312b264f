import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { patiently } from '../api/patiently.ts';
import { PersonIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/menus/Menu.tsx';
import { useProfile, useServices } from '../state/services.ts';
import { text } from '../text/words.ts';

const IndustryDialog = lazy(async () => ({
  default: (await patiently(() => import('./account/IndustryDialog.tsx'))).IndustryDialog,
}));

export const AccountMenu = () => {
  const { session } = useServices();
  const { username, industryName } = useProfile();
  const [isChoosing, setChoosing] = useState(false);
  const navigate = useNavigate();
  const change = { key: 'industry', label: text.industry.menu, onChoose: () => setChoosing(true) };
  return (
    <>
      <Menu
        label={text.account.menu(username)}
        icon={<PersonIcon />}
        heading={`${username}, ${industryName}`}
        choices={[
          ...(session.isInternal() ? [change] : []),
          { key: 'mine', label: text.account.mine, onChoose: () => void navigate({ to: '/account' }) },
          { key: 'out', label: text.account.signOut, onChoose: () => void session.signOut() },
        ]}
      />
      {isChoosing ? (
        <Suspense>
          <IndustryDialog onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
