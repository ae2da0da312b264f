import { ActionIcon, Menu } from '@mantine/core';
import { PersonIcon } from '../parts/icons.tsx';
import { useProfile, useServices } from '../state/services.ts';
import { text } from '../text/words.ts';

export const AccountMenu = () => {
  const { session } = useServices();
  const { username, industryName } = useProfile();
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} loop>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={text.account.menu(username)}>
          <PersonIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {username}, {industryName}
        </Menu.Label>
        <Menu.Item onClick={() => void session.signOut()}>{text.account.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
