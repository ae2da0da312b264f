import { stripVTControlCharacters } from 'node:util';

const LINES = 20;
const LONGEST_LINE = 500;

/** The newest lines of what a process printed: where it died before it could say why, its reason is the last of them. */
export class LastLines {
  #lines: string[] = [];
  #begun = '';

  add(chunk: string): void {
    const parts = (this.#begun + stripVTControlCharacters(chunk)).split(/\r?\n/);
    this.#begun = (parts.pop() ?? '').slice(-LONGEST_LINE);
    const full = parts.filter((line) => line.trim() !== '').map((line) => line.slice(0, LONGEST_LINE));
    this.#lines = [...this.#lines, ...full].slice(-LINES);
  }

  all(): string[] {
    return this.#begun.trim() === '' ? this.#lines : [...this.#lines, this.#begun];
  }

  /** The line that names the fault: of a trace of calls the one above it, not its last call. */
  reason(): string | undefined {
    const lines = this.all();
    const named = lines.findLast((line) => /^(Uncaught )?\w*Error\b|^headworks: /.test(line.trim()));
    return (named ?? lines.findLast((line) => !/^\s+at |^Node\.js v/.test(line)))?.trim();
  }
}
