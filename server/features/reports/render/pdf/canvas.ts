import { PDFDocument, type PDFFont, type PDFImage } from 'pdf-lib';
import type { Drawing, Shape, ShapeOf } from '../drawing.ts';
import { fontEngine } from './fontEngine.ts';
import { PageInk } from './pageInk.ts';

export type Fonts = { regular: Uint8Array; bold: Uint8Array };
export type TextStyle = { size: number; isBold?: boolean; colour: string; anchor?: 'start' | 'middle' | 'end' };

const ASCII = /^[\x20-\x7e]*$/;

/** Pages to draw on, with y downwards from the top; with PageInk the one place that knows the PDF library. */
export class PdfCanvas {
  readonly #document: PDFDocument;
  readonly #fonts: { regular: PDFFont; bold: PDFFont };
  readonly #size: readonly [width: number, height: number];
  readonly #widths = new Map<string, number>();
  readonly #pages: PageInk[] = [];
  /** Code points that the fonts have, beside those that join others. */
  readonly #known: ReadonlySet<number>;
  #page: PageInk;
  #hasBoxes = false;

  private constructor(document: PDFDocument, fonts: { regular: PDFFont; bold: PDFFont }, size: readonly [number, number]) {
    this.#document = document;
    this.#fonts = fonts;
    this.#size = size;
    this.#known = new Set([...fonts.regular.getCharacterSet(), 0x200c, 0x200d]);
    this.#page = this.#newPage();
  }

  /** @param size of a page, points */
  static async create(fonts: Fonts, size: readonly [number, number]): Promise<PdfCanvas> {
    const document = await PDFDocument.create({ updateMetadata: false });
    // the library has types of its own for the same fonts, which ask for tables that fontkit's types leave out
    document.registerFontkit(fontEngine as unknown as Parameters<typeof document.registerFontkit>[0]);
    const embed = (bytes: Uint8Array): Promise<PDFFont> => document.embedFont(bytes, { subset: true });
    return new PdfCanvas(document, { regular: await embed(fonts.regular), bold: await embed(fonts.bold) }, size);
  }

  get width(): number {
    return this.#size[0];
  }
  get height(): number {
    return this.#size[1];
  }
  get pageCount(): number {
    return this.#pages.length;
  }

  /** Whether something drawn so far has a sign that the fonts lack. */
  get hasBoxes(): boolean {
    return this.#hasBoxes;
  }

  addPage(): void {
    this.#page.dry();
    this.#page = this.#newPage();
  }

  /** Goes back to a page, to write what is known only at the end. */
  turnTo(page: number): void {
    const ink = this.#pages[page];
    if (ink === undefined) throw new RangeError(`there is no page ${page}`);
    this.#page.dry();
    this.#page = ink;
  }

  /** Title, author and time of making; the bytes depend on nothing else. */
  describe(about: { title: string; author: string; atMs: number }): void {
    this.#document.setTitle(about.title, { showInWindowTitleBar: true });
    this.#document.setAuthor(about.author);
    this.#document.setProducer('Headworks');
    this.#document.setCreator('Headworks');
    this.#document.setLanguage('en');
    this.#document.setCreationDate(new Date(about.atMs));
    this.#document.setModificationDate(new Date(about.atMs));
  }

  textWidth(text: string, { size, isBold = false }: Pick<TextStyle, 'size' | 'isBold'>): number {
    const key = `${isBold ? 'b' : 'r'}${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return (known * size) / 100;
    const width = this.#font(isBold).widthOfTextAtSize(this.#printable(text), 100);
    this.#widths.set(key, width);
    return (width * size) / 100;
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    if (text === '') return;
    const width = style.anchor === 'middle' || style.anchor === 'end' ? this.textWidth(text, style) : 0;
    const printable = this.#printable(text);
    this.#hasBoxes ||= !ASCII.test(printable) && Array.from(printable).some((sign) => !this.#known.has(sign.codePointAt(0) ?? 0));
    this.#page.text({
      x: x - (style.anchor === 'middle' ? width / 2 : width),
      y: this.height - y,
      text: printable,
      size: style.size,
      colour: style.colour,
      font: this.#font(style.isBold ?? false),
    });
  }

  line({ from: [x1, y1], to: [x2, y2], ...style }: Omit<ShapeOf<'line'>, 'kind'>): void {
    this.#page.line({ ...style, from: [x1, this.height - y1], to: [x2, this.height - y2] });
  }

  rect(shape: Omit<ShapeOf<'rect'>, 'kind'>): void {
    this.#page.rect({ ...shape, y: this.height - shape.y - shape.height });
  }

  /** A figure whose upper left corner is at (x, y). */
  drawing({ shapes }: Drawing, x: number, y: number): void {
    for (const shape of shapes) this.#shape(shape, x, y);
  }

  /** A picture within a frame, its sides in proportion; false when its format cannot be embedded. */
  async picture(
    bytes: Uint8Array,
    mediaType: string,
    frame: { x: number; y: number; width: number; height: number },
  ): Promise<number> {
    const image = await this.#embed(bytes, mediaType);
    if (!image) return 0;
    const scale = Math.min(frame.width / image.width, frame.height / image.height, 1);
    const [width, height] = [image.width * scale, image.height * scale];
    this.#page.image(image, { x: frame.x, y: this.height - frame.y - height, width, height });
    return width;
  }

  save(): Promise<Uint8Array> {
    this.#page.dry();
    return this.#document.save();
  }

  async #embed(bytes: Uint8Array, mediaType: string): Promise<PDFImage | undefined> {
    if (mediaType === 'image/png') return this.#document.embedPng(bytes);
    if (mediaType === 'image/jpeg') return this.#document.embedJpg(bytes);
    return undefined;
  }

  #shape(shape: Shape, x: number, y: number): void {
    switch (shape.kind) {
      case 'line':
        this.line({
          ...shape,
          from: [x + shape.from[0], y + shape.from[1]],
          to: [x + shape.to[0], y + shape.to[1]],
        });
        break;
      case 'rect':
        this.rect({ ...shape, x: x + shape.x, y: y + shape.y });
        break;
      case 'path':
        this.#page.path(`M${shape.points.map(([px, py]) => `${px} ${py}`).join('L')}`, x, this.height - y, shape);
        break;
      case 'band': {
        const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
        const middle = (x1 + x2) / 2;
        const h = shape.height;
        const edges = `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}L${x2} ${y2 + h}C${middle} ${y2 + h} ${middle} ${y1 + h} ${x1} ${y1 + h}Z`;
        this.#page.path(edges, x, this.height - y, { fill: shape.fill });
        break;
      }
      case 'text': {
        const { size, fill: colour, anchor, isBold = false } = shape;
        this.text(x + shape.at[0], y + shape.at[1], shape.text, { size, colour, anchor, isBold });
        break;
      }
    }
  }

  /** Control signs would end the text; a sign the font lacks is drawn as its empty box. */
  #printable(text: string): string {
    return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => (sign === '\u200d' || sign === '\u200c' ? sign : ' '));
  }

  #font(isBold: boolean): PDFFont {
    return isBold ? this.#fonts.bold : this.#fonts.regular;
  }

  #newPage(): PageInk {
    const ink = new PageInk(this.#document.addPage([...this.#size]));
    this.#pages.push(ink);
    return ink;
  }
}
