import type { ReportModel } from '../../model.ts';
import { ink } from '../drawing.ts';
import type { PdfCanvas } from './canvas.ts';
import { cutToWidth } from './wrap.ts';

const SIDE = 36;
const TOP = 40;
const FOOT = 40;
/** Room between both sides of a page's foot. */
const BETWEEN = 10;

/** Where the next thing goes on the page; turns the page when there is no room. */
export class PdfSheet {
  readonly canvas: PdfCanvas;
  readonly #model: ReportModel;
  y = TOP;

  constructor(canvas: PdfCanvas, model: ReportModel) {
    this.canvas = canvas;
    this.#model = model;
  }

  get left(): number {
    return SIDE;
  }
  get right(): number {
    return this.canvas.width - SIDE;
  }
  get width(): number {
    return this.canvas.width - 2 * SIDE;
  }
  get bottom(): number {
    return this.canvas.height - FOOT;
  }

  /** Room of a page for a table with its title. */
  get whole(): number {
    return this.bottom - TOP - 24;
  }

  get isHalfUsed(): boolean {
    return this.y - TOP > (this.bottom - TOP) / 2;
  }

  /** Begins a new page. */
  turn(): void {
    this.canvas.addPage();
    this.y = TOP;
  }

  /** @returns true when a new page was begun for it. */
  need(height: number): boolean {
    if (this.y + height <= this.bottom) return false;
    this.canvas.addPage();
    this.y = TOP;
    return true;
  }

  /** The foot of every page; written last, when the pages are counted. */
  number(): void {
    const count = this.canvas.pageCount;
    const { industryName, title, period, generatedAt, revision } = this.#model;
    const style = { size: 7, colour: ink.soft } as const;
    for (let page = 0; page < count; page += 1) {
      this.canvas.turnTo(page);
      const y = this.canvas.height - 24;
      this.canvas.line({ from: [SIDE, y - 10], to: [this.right, y - 10], stroke: ink.rule, width: 0.5 });
      const made = `made ${generatedAt}, revision ${revision} – page ${page + 1} of ${count}`;
      const about = ` – ${title} – ${period.label}`;
      const room = this.width - BETWEEN - this.canvas.textWidth(`${about}${made}`, style);
      this.canvas.text(SIDE, y, `${cutToWidth(industryName, (text) => this.canvas.textWidth(text, style), room)}${about}`, style);
      this.canvas.text(this.right, y, made, { ...style, anchor: 'end' });
    }
  }
}
