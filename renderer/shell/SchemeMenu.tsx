import { SchemeIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/menus/Menu.tsx';
import { schemes, useScheme } from '../state/scheme.ts';
import { text } from '../text/words.ts';

export const SchemeMenu = () => {
  const { scheme, choose } = useScheme();
  return (
    <Menu
      label={text.scheme.label}
      icon={<SchemeIcon />}
      choices={schemes.map((key) => ({
        key,
        label: text.scheme[key],
        checked: key === scheme,
        onChoose: () => choose(key),
      }))}
    />
  );
};
