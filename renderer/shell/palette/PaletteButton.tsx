import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from '../../parts/icons.tsx';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { mayOpen } from '../page.ts';
import { pages } from '../pages.ts';
import { isPanelKey } from '../useAlarmKeys.ts';
import { Palette } from './Palette.tsx';
import styles from './PaletteButton.module.css';
import { paletteOpening } from './paletteOpening.ts';

/** After `g`, the next key names a page; later it is a key like any other. */
const goMs = 1500;

/** Opens the search, by a click, Ctrl K or `?`; `g` and a letter go to a page. */
export const PaletteButton = () => {
  const router = useRouter();
  const { permissions } = useProfile();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    paletteOpening.addEventListener('open', show);
    return () => paletteOpening.removeEventListener('open', show);
  }, []);
  const goUntil = useRef(0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen(true);
        return;
      }
      if (!isPanelKey(event)) return;
      const page = pages.find(({ key, built }) => built && key === event.key);
      if (event.key === '?') setOpen(true);
      // from when the panel took it: a page that is busy takes keys later than they are pressed
      else if (event.key === 'g') goUntil.current = performance.now() + goMs;
      else if (page !== undefined && event.timeStamp < goUntil.current && mayOpen(page, permissions)) {
        goUntil.current = 0;
        event.preventDefault();
        // `g a` goes to the alarms; it acknowledges nothing
        event.stopImmediatePropagation();
        router.history.push(page.path);
      }
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [router, permissions]);
  return (
    <>
      <button type="button" className={styles.button} aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        <SearchIcon />
        <span className={styles.word}>{text.palette.open}</span>
        <kbd className={styles.key}>Ctrl K</kbd>
      </button>
      {open ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  );
};
