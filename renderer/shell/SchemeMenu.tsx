import { useMantineColorScheme } from '@mantine/core';
import { SchemeIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/menus/Menu.tsx';
import { text } from '../text/words.ts';

const schemes = () =>
  [
    { key: 'auto', label: text.scheme.system },
    { key: 'light', label: text.scheme.light },
    { key: 'dark', label: text.scheme.dark },
  ] as const;

export const SchemeMenu = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      label={text.scheme.label}
      icon={<SchemeIcon />}
      choices={schemes().map(({ key, label }) => ({
        key,
        label,
        checked: key === colorScheme,
        onChoose: () => setColorScheme(key),
      }))}
    />
  );
};
