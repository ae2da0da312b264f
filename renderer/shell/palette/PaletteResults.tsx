import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { desktop } from '../../api/desktop.ts';
import { useOverview } from '../../api/useOverview.ts';
import { entry as alarmsEntry } from '../../pages/alarms/entry.ts';
import { SearchIcon } from '../../parts/icons.tsx';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { schemes, useScheme } from '../../state/scheme.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { useAlarms } from '../../state/useAlarms.ts';
import { chooseLocale, locales } from '../../text/language.ts';
import { text } from '../../text/words.ts';
import styles from './Palette.module.css';
import { type Found, paletteEntries, searchEntries } from './paletteEntries.ts';
import { settingPlaces } from './settingPlaces.ts';

const useEntries = (): { entries: Found[]; isWhole: boolean } => {
  const { acks } = useServices();
  const { permissions } = useProfile();
  const { data } = useOverview();
  const { attention } = useAlarms();
  const { choose } = useScheme();
  const entries = paletteEntries({
    permissions,
    overview: data,
    attention,
    alarmsPath: alarmsEntry.built ? alarmsEntry.path : null,
    acknowledge: (id) => acks.add(id),
    settings: [
      ...settingPlaces(permissions, desktop !== undefined),
      ...schemes.map((one) => ({ name: text.scheme[one], note: text.scheme.label, run: () => choose(one) })),
      ...locales.map((one) => ({
        name: text.languages.names[one],
        note: text.languages.label,
        run: () => void chooseLocale(one),
      })),
    ],
  });
  return { entries, isWhole: data !== undefined };
};

const Line = ({ found, id, chosen, onOpen }: { found: Found; id: string; chosen: boolean; onOpen: () => void }) => {
  const Icon = found.icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
    <div id={id} role="option" tabIndex={-1} aria-selected={chosen} className={styles.line} onClick={onOpen}>
      <span className={styles.icon}>
        {found.priority === undefined ? (
          Icon === undefined ? (
            <SearchIcon />
          ) : (
            <Icon />
          )
        ) : (
          <PriorityMark hidden priority={found.priority} />
        )}
      </span>
      <span className={styles.name}>{found.name}</span>
      <span className={styles.note}>{found.note}</span>
    </div>
  );
};

/** What the field says of the list below it. */
export type Listed = { count: number; chosenId: string | undefined };

type Props = {
  id: string;
  search: string;
  /** Takes the keys of the field, which keeps the focus. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>;
  onListed: (listed: Listed) => void;
  /** What was in the field as Enter was pressed before the plant's units were known; it is gone to as soon as they are. */
  entered: string | null;
  onEntered: (search: string | null) => void;
  onClose: () => void;
};

/** What is found, to go to or to do by a click, or by arrows and Enter in the field. */
export const PaletteResults = ({ id, search, keys, onListed, entered, onEntered, onClose }: Props) => {
  const router = useRouter();
  const [walked, setWalked] = useState({ search, at: 0 });
  const at = walked.search === search ? walked.at : 0;
  const { entries, isWhole } = useEntries();
  const found = searchEntries(entries, search);
  const chosen = found[Math.min(at, found.length - 1)];
  const lineId = (one: Found) => `${id}-${one.key.replaceAll(/\W/g, '-')}`;
  const chosenId = chosen === undefined ? undefined : lineId(chosen);

  const open = (one: Found | undefined, inTab = false) => {
    if (one === undefined) return;
    if (inTab && one.to !== undefined) globalThis.open(one.to, '_blank', 'noopener');
    else if (one.to !== undefined) router.history.push(one.to);
    else one.run?.();
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setWalked({ search, at: (found.length + Math.min(at, found.length - 1) + step) % Math.max(1, found.length) });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen === undefined && !isWhole) onEntered(search);
      open(chosen, event.ctrlKey || event.metaKey);
    }
  };
  useLayoutEffect(() => {
    keys.current = press;
  });
  useEffect(() => {
    if (entered === null) return;
    // what is done and not gone to waits for another look
    if (entered === search && chosen?.to !== undefined) open(chosen);
    else if (isWhole || entered !== search) onEntered(null);
  });
  useLayoutEffect(() => onListed({ count: found.length, chosenId }), [onListed, found.length, chosenId]);

  return (
    <>
      <div id={`${id}-list`} role="listbox" aria-label={text.palette.label} className={styles.list}>
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, own]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={group} role="group" aria-label={text.palette.groups[group]}>
            <p className={styles.group} aria-hidden="true">
              {text.palette.groups[group]}
            </p>
            <div role="presentation">
              {own.map((one) => (
                <Line key={one.key} id={lineId(one)} found={one} chosen={one === chosen} onOpen={() => open(one)} />
              ))}
            </div>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={styles.none}>{text.palette.none(search)}</p> : null}
    </>
  );
};
