import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { SchemeIcon } from '../parts/icons.tsx';
import { text } from '../text/words.ts';

const schemes = (): readonly { value: MantineColorScheme; label: string }[] => [
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
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => {
            const chosen = schemes().find((scheme) => scheme.value === value);
            if (chosen !== undefined) setColorScheme(chosen.value);
          }}
        >
          {schemes().map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
};
