import { Readable } from 'node:stream';
import { create, type Font } from 'fontkit';
import { glyphsOfText } from './glyphsOfText.ts';

/** Reading the shaping tables of a font takes more than using them, and leaves some megabytes each time. */
const parsed = new WeakMap<Uint8Array, Font>();

/**
 * fontkit as the PDF library wants it, which asks for a subset as a stream. The copy made for that library loses glyphs of larger
 * fonts and cannot shape Indic scripts.
 */
export const fontEngine = {
  create: (bytes: Uint8Array): Font => {
    const known = parsed.get(bytes);
    if (known) return known;
    const font = create(Buffer.from(bytes)) as Font;
    parsed.set(bytes, font);
    const createSubset = font.createSubset.bind(font);
    font.createSubset = () => {
      const subset = createSubset();
      return Object.assign(subset, { encodeStream: () => Readable.from([subset.encode()]) });
    };
    return Object.assign(font, { layout: glyphsOfText(font) as Font['layout'] });
  },
};
