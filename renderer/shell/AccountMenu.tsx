import { PersonIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/Menu.tsx';
import { useProfile, useServices } from '../state/services.ts';
import { text } from '../text/words.ts';

export const AccountMenu = () => {
  const { session } = useServices();
  const { username, industryName } = useProfile();
  return (
    <Menu
      label={text.account.menu(username)}
      icon={<PersonIcon />}
      heading={`${username}, ${industryName}`}
      choices={[{ key: 'out', label: text.account.signOut, onChoose: () => void session.signOut() }]}
    />
  );
};
