const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LONGEST_TAG = 4000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML cannot hold
const unfit = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** Characters that XML cannot hold are written as OOXML does, _x000D_; so is what only looks like it. */
export const escapeXml = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(unfit, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export const unescapeXml = (text: string): string =>
  text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, decimal, hex, name) => {
      if (name) return named[name] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

export type Element = { attributes: string; inner: string };

/** Elements of a name in their order, without looking into them; never looks twice at the same place, whatever the text is. */
export function* elements(text: string, name: string): Generator<Element> {
  const [open, close] = [`<${name}`, `</${name}>`];
  for (let at = text.indexOf(open); at >= 0; ) {
    const end = text.indexOf('>', at);
    if (end < 0) return;
    const follows = text[at + open.length] ?? '';
    if (end - at > LONGEST_TAG || !/[\s/>]/.test(follows)) {
      at = text.indexOf(open, at + open.length);
      continue;
    }
    const tag = text.slice(at + open.length, end);
    if (tag.endsWith('/')) {
      yield { attributes: tag.slice(0, -1), inner: '' };
      at = text.indexOf(open, end);
      continue;
    }
    const stop = text.indexOf(close, end);
    if (stop < 0) return;
    yield { attributes: tag, inner: text.slice(end + 1, stop) };
    at = text.indexOf(open, stop);
  }
}

export const attribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescapeXml(value);
};
