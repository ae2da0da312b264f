import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useProfile } from '../state/services.ts';
import { useAlarmFeed } from '../state/useAlarms.ts';
import { text } from '../text/words.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { AlarmBar } from './alarmBar/AlarmBar.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MissingFiles } from './MissingFiles.tsx';
import { Nav } from './Nav.tsx';
import { PrintHead } from './PrintHead.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { SchemeMenu } from './SchemeMenu.tsx';
import styles from './Shell.module.css';
import { SoundButton } from './SoundButton.tsx';
import { StatusStrip } from './StatusStrip.tsx';
import { useAlarmKeys } from './useAlarmKeys.ts';
import { useScrollBack } from './useScrollBack.ts';
import { useTabIcon } from './useTabIcon.ts';

/** After a change of page the focus goes to its heading, so that a screen reader says where one is. */
const useFocusOnNavigation = () => {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [path]);
};

/** The frame of every page: the state of the plant at the top, the pages at the side or, on a phone, below. */
export const Shell = () => {
  const { industryName } = useProfile();
  useFocusOnNavigation();
  useScrollBack();
  useAlarmFeed();
  useAlarmKeys();
  useTabIcon();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {text.skipToContent}
      </a>
      <header className={styles.header}>
        <div className={styles.brand}>
          <span className={styles.product}>{text.product}</span>
          <span className={styles.plant}>{industryName}</span>
        </div>
        <PaletteButton />
        <StatusStrip />
        <div className={styles.tools}>
          <SoundButton />
          <div className={styles.large}>
            <LanguageMenu />
            <SchemeMenu />
          </div>
          <AccountMenu />
        </div>
      </header>
      <PrintHead />
      <AlarmBar />
      <Nav />
      <main data-scroll-restoration-id="page" id="content" className={styles.main} tabIndex={-1}>
        <MissingFiles />
        <Outlet />
      </main>
    </div>
  );
};
