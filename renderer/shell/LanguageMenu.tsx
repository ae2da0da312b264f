import { LanguageIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/menus/Menu.tsx';
import { chooseLocale, locale, locales } from '../text/language.ts';
import { text } from '../text/words.ts';

/** Words, numbers and dates as this person reads them; kept in this browser. */
export const LanguageMenu = () => (
  <Menu
    label={text.languages.label}
    icon={<LanguageIcon />}
    choices={locales.map((one) => ({
      key: one,
      label: text.languages.names[one],
      lang: one,
      checked: one === locale(),
      onChoose: () => void chooseLocale(one),
    }))}
  />
);
