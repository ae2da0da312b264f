// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML cannot hold
const unfit = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** For an element or attribute. Characters that XML cannot hold are written as OOXML does, _x000D_; so is what only looks like it. */
export const escapeXml = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(unfit, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Characters that OOXML writes as _x000D_, once the XML itself was read. */
export const unescapeOoxml = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
