import type { Font, Glyph } from 'fontkit';

/** Signs that a font draws one by one, whatever stands beside them: `glyphsOfText.test.ts` holds it for the fonts of reports. */
const ONE_BY_ONE = /^[0-9 .,:*/–-]*$/;
/** Texts other than numbers whose glyphs are remembered, before all are forgotten. */
const MOST_TEXTS = 2000;

type Shaped = { glyphs: readonly Glyph[] };

/**
 * The glyphs of a text, which is all that the PDF library asks for: it places them by their own width. Shaping every number of a table
 * took a third of the time of a long report, and a table says the same names and units again in every row.
 */
export const glyphsOfText = (font: Pick<Font, 'layout'>): ((text: string) => Shaped) => {
  // the fonts of reports have no script that is written from the right: beside its empty boxes 12 would become 21
  const layout = font.layout.bind(font);
  const shape = (text: string) => layout(text, undefined, undefined, undefined, 'ltr');
  const single = new Map<string, Glyph[]>();
  const known = new Map<string, Shaped>();
  const glyphsOf = (sign: string): Glyph[] => {
    const found = single.get(sign) ?? shape(sign).glyphs;
    single.set(sign, found);
    return found;
  };
  return (text) => {
    if (ONE_BY_ONE.test(text)) return { glyphs: Array.from(text).flatMap(glyphsOf) };
    const found = known.get(text) ?? { glyphs: shape(text).glyphs };
    if (known.size >= MOST_TEXTS) known.clear();
    known.set(text, found);
    return found;
  };
};
