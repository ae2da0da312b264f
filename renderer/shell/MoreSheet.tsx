import { Link, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { MoreIcon } from '../parts/icons.tsx';
import { schemes, useScheme } from '../state/scheme.ts';
import { chooseLocale, locale, locales } from '../text/language.ts';
import { text } from '../text/words.ts';
import styles from './Nav.module.css';
import type { PageEntry } from './page.ts';

type Props = {
  groups: { group: PageEntry['group']; pages: PageEntry[] }[];
  /** Pages that have a tab of their own. */
  tabs: readonly PageEntry['id'][];
};

const isWithin = (address: string, path: string): boolean => address === path || (path !== '/' && address.startsWith(`${path}/`));

/** Language and scheme, for which a phone's header has no room. */
const Appearance = () => {
  const { scheme, choose } = useScheme();
  return (
    <div className={styles.appearance}>
      <label>
        {text.languages.label}
        <select
          value={locale()}
          onChange={(event) => {
            const chosen = locales.find((one) => one === event.currentTarget.value);
            if (chosen !== undefined) void chooseLocale(chosen);
          }}
        >
          {locales.map((one) => (
            <option key={one} value={one} lang={one}>
              {text.languages.names[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.scheme.label}
        <select
          value={scheme}
          onChange={(event) => {
            const chosen = schemes.find((one) => one === event.currentTarget.value);
            if (chosen !== undefined) choose(chosen);
          }}
        >
          {schemes.map((one) => (
            <option key={one} value={one}>
              {text.scheme[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
};

/** Every page that is no tab, as a sheet above the tabs. */
export const MoreSheet = ({ groups, tabs }: Props) => {
  const sheet = useRef<HTMLDialogElement>(null);
  const close = () => sheet.current?.close();
  const isBehind = useLocation({
    select: ({ pathname }) =>
      groups.some(({ pages }) => pages.some(({ id, path }) => !tabs.includes(id) && isWithin(pathname, path))),
  });
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-haspopup="dialog"
        aria-current={isBehind || undefined}
        onClick={() => sheet.current?.showModal()}
      >
        <MoreIcon />
        <span className={styles.name}>{text.nav.more}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is a tap beside it */}
      <dialog
        ref={sheet}
        className={styles.sheet}
        aria-label={text.nav.more}
        onClick={(event) => {
          if (event.target === event.currentTarget) close();
        }}
      >
        <div className={styles.sheetHead}>
          <h2>{text.nav.more}</h2>
          <button type="button" className={styles.close} onClick={close}>
            {text.page.closeHelp}
          </button>
        </div>
        {groups.map(({ group, pages }) => (
          <section key={group} aria-label={text.nav.groups[group]}>
            <h3 className={styles.group}>{text.nav.groups[group]}</h3>
            <ul>
              {pages.map(({ id, path, icon: Icon }) => (
                <li key={id}>
                  <Link to={path} className={styles.sheetLink} activeOptions={{ exact: path === '/' }} onClick={close}>
                    <Icon />
                    {text.nav[id]}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <Appearance />
      </dialog>
    </>
  );
};
