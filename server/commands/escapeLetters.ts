/**
 * Source text of the same meaning without letters beyond ASCII, in strings, patterns and names alike; not for templates that are read raw.
 * A backslash before a letter that needs none goes, as it would escape the one that is put there.
 */
export const escapeLetters = (code: string): string =>
  code.replace(/(\\*)([\u0080-\uffff])/g, (_, slashes: string, letter: string) => {
    const needed = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
    return `${needed}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
