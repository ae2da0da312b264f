import { Readable } from 'node:stream';
import { create, type Font } from 'fontkit';

/**
 * fontkit as the PDF library wants it, which asks for a subset as a stream. The copy made for that library loses glyphs of larger
 * fonts and cannot shape Indic scripts.
 */
export const fontEngine = {
  create: (bytes: Uint8Array): Font => {
    const font = create(Buffer.from(bytes)) as Font;
    const createSubset = font.createSubset.bind(font);
    font.createSubset = () => {
      const subset = createSubset();
      return Object.assign(subset, { encodeStream: () => Readable.from([subset.encode()]) });
    };
    return font;
  },
};
