import { Failure } from '../../../../core/fail.ts';
import { damagedWorkbook } from './archive.ts';
import { unescapeOoxml } from './ooxmlText.ts';
import { MOST_COLUMNS, MOST_ROWS, type SheetCell } from './table.ts';
import type { XmlHandler } from './xmlStream.ts';

const LONGEST_ROW = 262_144;

const columnIndex = (place: string | undefined): number | undefined => {
  const letters = /^([A-Z]{1,3})\d/.exec(place ?? '')?.[1];
  if (letters === undefined) return undefined;
  let column = 0;
  for (let i = 0; i < letters.length; i += 1) column = 26 * column + letters.charCodeAt(i) - 64;
  return column - 1;
};

/** Rows of a sheet that hold anything, as its elements come. */
export class SheetRows implements XmlHandler {
  readonly rows: { row: number; cells: SheetCell[] }[] = [];
  readonly #shared: readonly string[];
  readonly #mostRows: number;
  #cells: SheetCell[] | undefined;
  #row = 0;
  #rowAt = 0;
  #next = 0;
  #column = 0;
  #type = 'n';
  #value = '';
  /** Whether text belongs to the cell's value, and not to its formula or its pronunciation. */
  #isValue = false;
  #isPhonetic = false;

  /** @param shared texts that cells refer to. */
  constructor(shared: readonly string[], mostRows: number) {
    this.#shared = shared;
    this.#mostRows = mostRows;
  }

  /** @throws Failure `badRequest` for a row that is too long. */
  open(name: string, attributes: Readonly<Record<string, string>>, at: number): void {
    if (name === 'row') this.#openRow(attributes, at);
    if (!this.#cells) return;
    if (at - this.#rowAt > LONGEST_ROW) throw damagedWorkbook('a row is too long');
    if (name === 'c') {
      this.#column = columnIndex(attributes.r) ?? this.#next;
      this.#next = this.#column + 1;
      this.#type = attributes.t ?? 'n';
      this.#value = '';
    } else if (name === 'rPh') this.#isPhonetic = true;
    this.#isValue = this.#type === 'inlineStr' ? name === 't' && !this.#isPhonetic : name === 'v';
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text;
  }

  /** @throws Failure `badRequest` for too many rows. */
  close(name: string): void {
    this.#isValue = false;
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  #openRow(attributes: Readonly<Record<string, string>>, at: number): void {
    this.#cells = [];
    this.#rowAt = at;
    this.#row = Number(attributes.r ?? this.#row + 1);
    this.#next = 0;
  }

  #closeCell(): void {
    const cells = this.#cells;
    if (!cells || this.#column >= MOST_COLUMNS) return;
    while (cells.length < this.#column) cells.push(null);
    cells[this.#column] = this.#cell();
  }

  #closeRow(): void {
    const cells = this.#cells;
    this.#cells = undefined;
    if (!cells?.some((cell) => cell !== null && cell !== '')) return;
    if (this.rows.length >= this.#mostRows) throw new Failure('badRequest', `file holds more than ${MOST_ROWS} rows`);
    this.rows.push({ row: this.#row, cells });
  }

  #cell(): SheetCell {
    const value = this.#value;
    if (this.#type === 'inlineStr') return unescapeOoxml(value);
    if (value === '') return null;
    switch (this.#type) {
      case 's':
        return this.#shared[Number(value)] ?? null;
      case 'b':
        return value === '1';
      case 'str':
      case 'e':
      case 'd':
        return unescapeOoxml(value);
      default:
        return Number.isFinite(Number(value)) ? Number(value) : unescapeOoxml(value);
    }
  }
}
