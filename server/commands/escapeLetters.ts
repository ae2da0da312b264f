/**
 * Source text of the same meaning without letters beyond ASCII, in strings, patterns and names alike; not for templates that are read raw.
 * A backslash before a letter that needs none goes, as it would escape the one that is put there.
 */
export const escapeLetters = (code: string): string =>
  code.replace(/\\[\s\S]|[\u0080-\uffff]/g, (found) => {
    const letter = found.charCodeAt(found.length - 1);
    return letter < 0x80 ? found : `\\u${letter.toString(16).padStart(4, '0')}`;
  });
