import { ActionIcon, Menu } from '@mantine/core';
import { LanguageIcon } from '../parts/icons.tsx';
import { chooseLocale, locale, locales } from '../text/language.ts';
import { text } from '../text/words.ts';

/** Words, numbers and dates as this person reads them; kept in this browser. */
export const LanguageMenu = () => (
  <Menu position="bottom-end" transitionProps={{ duration: 0 }} loop>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" size={44} aria-label={text.languages.label}>
        <LanguageIcon />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.RadioGroup
        value={locale()}
        onChange={(value) => {
          const chosen = locales.find((one) => one === value);
          if (chosen !== undefined) chooseLocale(chosen);
        }}
      >
        {locales.map((one) => (
          <Menu.RadioItem key={one} value={one} lang={one} closeMenuOnClick>
            {text.languages.names[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Dropdown>
  </Menu>
);
