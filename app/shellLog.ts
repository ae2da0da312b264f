import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MOST_BYTES = 10 * 1_048_576;
const FILES = 10;

/** A log in files of 10 MB, the newest with the number 0 and ten in all. A disk that cannot be written never stops the shell. */
export class ShellLog {
  readonly #folder: string;
  readonly #name: string;
  readonly #mostBytes: number;
  #bytes: number;

  constructor(folder: string, name: 'shell' | 'server', mostBytes = MOST_BYTES) {
    this.#folder = folder;
    this.#name = name;
    this.#mostBytes = mostBytes;
    this.#bytes = this.#size();
  }

  /** What another process printed, as it is. */
  write(text: string): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (this.#bytes > this.#mostBytes) this.#rotate();
      appendFileSync(this.#path(0), text, { mode: 0o600 });
      this.#bytes += Buffer.byteLength(text);
    } catch {
      // there is nowhere left to say it
    }
  }

  say(message: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.write(`${JSON.stringify({ time: new Date().toISOString(), message, ...facts })}\n`);
  }

  #size(): number {
    try {
      return statSync(this.#path(0)).size;
    } catch {
      // none yet, or a folder that may not be entered: writing finds out
      return 0;
    }
  }

  #path(number: number): string {
    return join(this.#folder, `${this.#name}.${number}.log`);
  }

  #rotate(): void {
    rmSync(this.#path(FILES - 1), { force: true });
    for (let number = FILES - 2; number >= 0; number -= 1)
      if (existsSync(this.#path(number))) renameSync(this.#path(number), this.#path(number + 1));
    this.#bytes = 0;
  }
}
