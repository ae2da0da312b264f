import { createTheme, localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core';

export const schemeManager = localStorageColorSchemeManager({ key: 'headworks.scheme' });

const darkQuery = '(prefers-color-scheme: dark)';

/**
 * Sets the scheme's attribute before the first paint. Mantine's own script for this is an inline one, which the
 * content security policy refuses.
 */
export const applyStoredScheme = (): void => {
  const stored: MantineColorScheme = schemeManager.get('auto');
  const scheme = stored === 'auto' ? (matchMedia(darkQuery).matches ? 'dark' : 'light') : stored;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
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
