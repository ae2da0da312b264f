import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { CheckIcon, SchemeIcon } from '../parts/icons.tsx';
import { text } from '../text/en.ts';

const schemes: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: text.scheme.system },
  { value: 'light', label: text.scheme.light },
  { value: 'dark', label: text.scheme.dark },
];

export const SchemeMenu = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} loop>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={text.scheme.label}>
          <SchemeIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text.scheme.label}</Menu.Label>
        {schemes.map(({ value, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            rightSection={colorScheme === value ? <CheckIcon /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
