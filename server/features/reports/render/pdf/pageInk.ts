import { deflateSync } from 'node:zlib';
import { degrees, drawImage, drawSvgPath, type PDFFont, type PDFImage, type PDFName, type PDFPage } from 'pdf-lib';
import type { ShapeOf } from '../drawing.ts';

/** PDF knows no exponents. */
const number = (value: number): string => {
  const digits = String(value);
  return digits.includes('e') ? value.toFixed(12) : digits;
};
const numbers = (...values: readonly number[]): string => values.map(number).join(' ');

const components = new Map<string, string>();
/** A colour as #rrggbb, as three parts of one. */
const colour = (hex: string): string => {
  const known = components.get(hex) ?? numbers(...[1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16) / 255));
  components.set(hex, known);
  return known;
};

export type InkedText = { x: number; y: number; text: string; size: number; colour: string; font: PDFFont };
type Curve = { stroke?: string; fill?: string; width?: number };

/**
 * What is drawn on one page, y upwards, as the text that a PDF has of it: the library's own objects for each sign took more time and memory
 * than all the rest of a long report.
 */
export class PageInk {
  readonly #page: PDFPage;
  readonly #fontNames = new Map<PDFFont, PDFName>();
  #drawn: string[] = [];

  constructor(page: PDFPage) {
    this.#page = page;
  }

  text({ x, y, text, size, colour: hex, font }: InkedText): void {
    this.#draw(
      `BT\n${colour(hex)} rg\n${this.#fontName(font)} ${size} Tf\n1 0 0 1 ${numbers(x, y)} Tm\n${font.encodeText(text)} Tj\nET`,
    );
  }

  line({ from, to, stroke, width, isDashed = false }: Omit<ShapeOf<'line'>, 'kind'>): void {
    const dashes = isDashed ? '[4 3] 0 d\n0 J\n' : '';
    this.#draw(`${colour(stroke)} RG\n${number(width)} w\n${dashes}${numbers(...from)} m\n${numbers(...to)} l\nS`);
  }

  rect({ x, y, width, height, fill, stroke }: Omit<ShapeOf<'rect'>, 'kind'>): void {
    const edge = stroke ? `${colour(stroke)} RG\n0.7 w\n` : '';
    this.#draw(`${colour(fill)} rg\n${edge}${numbers(x, y, width, height)} re\n${stroke ? 'B' : 'f'}`);
  }

  /** @param path as SVG has it, its y downwards from y. */
  path(path: string, x: number, y: number, { stroke, fill, width = 1 }: Curve): void {
    // operators of its path alone: the colours stand before them
    const edge = stroke ? `${colour(stroke)} RG\n` : '';
    const inside = fill ? `${colour(fill)} rg\n` : '';
    const place = { x, y, scale: 1, color: undefined, borderColor: undefined, borderWidth: stroke ? width : 0 };
    const operators = drawSvgPath(path, place).map(String).slice(1, -2);
    this.#draw(`${edge}${inside}${operators.join('\n')}\n${stroke && fill ? 'B' : stroke ? 'S' : 'f'}`);
  }

  image(image: PDFImage, at: { x: number; y: number; width: number; height: number }): void {
    const straight = { rotate: degrees(0), xSkew: degrees(0), ySkew: degrees(0) };
    this.#drawn.push(...drawImage(this.#page.node.newXObject('Image', image.ref), { ...at, ...straight }).map(String));
  }

  /** Packs what was drawn since the last time. */
  dry(): void {
    if (this.#drawn.length === 0) return;
    const { context } = this.#page.doc;
    const packed = deflateSync(`${this.#drawn.join('\n')}\n`);
    this.#drawn = [];
    this.#page.node.addContentStream(context.register(context.stream(packed, { Filter: 'FlateDecode' })));
  }

  #draw(operators: string): void {
    this.#drawn.push(`q\n${operators}\nQ`);
  }

  #fontName(font: PDFFont): PDFName {
    const known = this.#fontNames.get(font) ?? this.#page.node.newFontDictionary(font.name, font.ref);
    this.#fontNames.set(font, known);
    return known;
  }
}
