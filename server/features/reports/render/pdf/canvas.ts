import { LineCapStyle, PDFDocument, type PDFFont, type PDFImage, type PDFPage, rgb } from 'pdf-lib';
import type { Drawing, Shape, ShapeOf } from '../drawing.ts';
import { fontEngine } from './fontEngine.ts';

export type Fonts = { regular: Uint8Array; bold: Uint8Array };
export type TextStyle = { size: number; isBold?: boolean; colour: string; anchor?: 'start' | 'middle' | 'end' };

const colourOf = (hex: string) => {
  const part = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return rgb(part(1), part(3), part(5));
};

/** Pages to draw on, with y downwards from the top; the one place that knows the PDF library. */
export class PdfCanvas {
  readonly #document: PDFDocument;
  readonly #fonts: { regular: PDFFont; bold: PDFFont };
  readonly #size: readonly [width: number, height: number];
  readonly #colours = new Map<string, ReturnType<typeof rgb>>();
  readonly #widths = new Map<string, number>();
  #page: PDFPage;

  private constructor(document: PDFDocument, fonts: { regular: PDFFont; bold: PDFFont }, size: readonly [number, number]) {
    this.#document = document;
    this.#fonts = fonts;
    this.#size = size;
    this.#page = document.addPage([...size]);
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
    return this.#document.getPageCount();
  }

  addPage(): void {
    this.#page = this.#document.addPage([...this.#size]);
  }

  /** Goes back to a page, to write what is known only at the end. */
  turnTo(page: number): void {
    this.#page = this.#document.getPage(page);
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
    this.#page.drawText(this.#printable(text), {
      x: x - (style.anchor === 'middle' ? width / 2 : width),
      y: this.height - y,
      size: style.size,
      font: this.#font(style.isBold ?? false),
      color: this.#colour(style.colour),
    });
  }

  line({ from: [x1, y1], to: [x2, y2], stroke, width: thickness, isDashed = false }: Omit<ShapeOf<'line'>, 'kind'>): void {
    this.#page.drawLine({
      start: { x: x1, y: this.height - y1 },
      end: { x: x2, y: this.height - y2 },
      thickness,
      color: this.#colour(stroke),
      ...(isDashed && { dashArray: [4, 3], lineCap: LineCapStyle.Butt }),
    });
  }

  rect({ x, y, width, height, fill, stroke }: Omit<ShapeOf<'rect'>, 'kind'>): void {
    this.#page.drawRectangle({
      x,
      y: this.height - y - height,
      width,
      height,
      color: this.#colour(fill),
      ...(stroke && { borderColor: this.#colour(stroke), borderWidth: 0.7 }),
    });
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
    this.#page.drawImage(image, { x: frame.x, y: this.height - frame.y - height, width, height });
    return width;
  }

  save(): Promise<Uint8Array> {
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
        this.#path(`M${shape.points.map(([px, py]) => `${px} ${py}`).join('L')}`, x, y, shape);
        break;
      case 'band': {
        const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
        const middle = (x1 + x2) / 2;
        const h = shape.height;
        const edges = `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}L${x2} ${y2 + h}C${middle} ${y2 + h} ${middle} ${y1 + h} ${x1} ${y1 + h}Z`;
        this.#path(edges, x, y, { fill: shape.fill });
        break;
      }
      case 'text': {
        const { size, fill: colour, anchor, isBold = false } = shape;
        this.text(x + shape.at[0], y + shape.at[1], shape.text, { size, colour, anchor, isBold });
        break;
      }
    }
  }

  #path(path: string, x: number, y: number, { stroke, fill, width }: { stroke?: string; fill?: string; width?: number }): void {
    this.#page.drawSvgPath(path, {
      x,
      y: this.height - y,
      ...(fill && { color: this.#colour(fill) }),
      ...(stroke && { borderColor: this.#colour(stroke), borderWidth: width ?? 1 }),
    });
  }

  /** Control signs would end the text; a sign the font lacks is drawn as its empty box. */
  #printable(text: string): string {
    return text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\u200d' || sign === '\u200c' ? sign : ' '));
  }

  #font(isBold: boolean): PDFFont {
    return isBold ? this.#fonts.bold : this.#fonts.regular;
  }

  #colour(hex: string): ReturnType<typeof rgb> {
    const known = this.#colours.get(hex) ?? colourOf(hex);
    this.#colours.set(hex, known);
    return known;
  }
}
