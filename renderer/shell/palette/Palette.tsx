import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState, useSyncExternalStore } from 'react';
import { missingFiles, patiently } from '../../api/patiently.ts';
import { useModal } from '../../parts/focus/useModal.ts';
import { SearchIcon } from '../../parts/icons.tsx';
import { text } from '../../text/words.ts';
import styles from './Palette.module.css';
import type { Listed } from './PaletteResults.tsx';

const PaletteResults = lazy(async () => ({
  default: (await patiently(() => import('./PaletteResults.tsx'))).PaletteResults,
}));

/** Where the file of what can be found does not come, the field is there all the same. */
const Coming = () => {
  const missing = useSyncExternalStore(missingFiles.subscribe, missingFiles.count);
  return (
    <p className={styles.none} role="status">
      {missing > 0 ? text.errors.missingFile : text.loading}
    </p>
  );
};

/**
 * Finds units, pages, alarms, settings, and does what has no page. Its field is there at once and takes whatever is typed, also by an
 * input method: no key is meant for the page behind it while what can be found is still on its way.
 */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const dialog = useModal();
  const [search, setSearch] = useState('');
  const [listed, setListed] = useState<Listed | null>(null);
  const [entered, setEntered] = useState<string | null>(null);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const id = useId();
  const press = (event: KeyboardEvent) => {
    // Enter and the arrows of an input method choose a word of its own list
    if (event.nativeEvent.isComposing) return;
    if (keys.current === null && event.key === 'Enter') setEntered(search);
    keys.current?.(event);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is a click beside it
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={text.palette.label}
      // in development React closes it once and opens it again before this is said
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.field}>
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          aria-expanded={listed !== null}
          aria-controls={`${id}-list`}
          aria-activedescendant={listed?.chosenId}
          aria-label={text.palette.label}
          placeholder={text.palette.placeholder}
          value={search}
          autoFocus
          spellCheck={false}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={press}
        />
        <span className={styles.count} role="status">
          {listed === null ? '' : text.palette.found(listed.count)}
        </span>
      </div>
      <Suspense fallback={<Coming />}>
        <PaletteResults
          id={id}
          search={search}
          keys={keys}
          onListed={setListed}
          entered={entered}
          onEntered={setEntered}
          onClose={onClose}
        />
      </Suspense>
    </dialog>
  );
};
