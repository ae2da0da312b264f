import { createTheme, localStorageColorSchemeManager, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { keepIn } from '../api/keepIn.ts';

export const schemeManager = localStorageColorSchemeManager({ key: 'headworks.scheme' });

/** Night is the dark scheme for a room without light: less bright, without blue. */
export const schemes = ['auto', 'light', 'dark', 'night'] as const;
export type Scheme = (typeof schemes)[number];

const nightKey = 'headworks.night';
const listeners = new Set<() => void>();
const isNight = (): boolean => document.documentElement.hasAttribute('data-night');

const applyNight = (): void => {
  document.documentElement.toggleAttribute('data-night', localStorage.getItem(nightKey) !== null);
  for (const listener of listeners) listener();
};

const subscribeNight = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNight = (): boolean => useSyncExternalStore(subscribeNight, isNight);

/** How the panel looks, as the person chose it, and how that is chosen. */
export const useScheme = (): { scheme: Scheme; choose: (scheme: Scheme) => void } => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const night = useNight();
  const choose = (scheme: Scheme): void => {
    if (scheme === 'night') keepIn(localStorage, nightKey, '1');
    else localStorage.removeItem(nightKey);
    applyNight();
    setColorScheme(scheme === 'night' ? 'dark' : scheme);
  };
  return { scheme: night ? 'night' : colorScheme, choose };
};

const darkQuery = '(prefers-color-scheme: dark)';

/**
 * Sets the scheme's attribute before the first paint. Mantine's own script for this is an inline one, which the
 * content security policy refuses.
 */
export const applyStoredScheme = (): void => {
  const stored: MantineColorScheme = schemeManager.get('auto');
  const scheme = stored === 'auto' ? (matchMedia(darkQuery).matches ? 'dark' : 'light') : stored;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  applyNight();
  // chosen in another window
  addEventListener('storage', ({ key }) => key === nightKey && applyNight());
};

export const theme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  focusRing: 'auto',
  components: {
    Button: { classNames: { root: 'hw-button' } },
    TextInput: { classNames: { input: 'hw-input', error: 'hw-input-error' } },
    PasswordInput: { classNames: { input: 'hw-input', error: 'hw-input-error' } },
  },
});
