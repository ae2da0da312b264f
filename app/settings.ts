import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { syncFolder } from './durable.ts';

const settings = z.object({
  /** That closing the window leaves the server measuring was said once. */
  closeWasExplained: z.boolean().default(false),
  /** The plant's network is served, not this PC alone. */
  isReachable: z.boolean().default(false),
  /** The graphics driver failed three times in a row. */
  drawsInSoftware: z.boolean().default(false),
  /** Displays that show a wall, by their name and place. */
  walls: z
    .array(z.object({ display: z.string().max(200), page: z.string().max(500) }))
    .max(8)
    .default([]),
  /** Of walls whose display was given back, until the server has ended them. */
  endedWallTokens: z.array(z.string().max(200)).max(50).default([]),
  /** A person lets the panel print labels there. */
  labelPrinter: z.string().max(200).optional(),
  /** An address that is asked for updates; none is by itself. */
  updateFeed: z.string().max(300).default(''),
  /** Of the window. */
  place: z
    .object({ x: z.int(), y: z.int(), width: z.int().min(100), height: z.int().min(100), isMaximized: z.boolean() })
    .optional(),
});
export type Settings = z.output<typeof settings>;

/** What the shell remembers of itself, shell.json; what cannot be read counts as never said. */
export class SettingsFile {
  readonly #path: string;
  #value: Settings;

  constructor(path: string) {
    this.#path = path;
    this.#value = this.#read();
  }

  get value(): Settings {
    return this.#value;
  }

  /** What a person chose. @throws where it cannot be stored; it stays what it was then. */
  change(part: Partial<Settings>): void {
    const value = { ...this.#value, ...part };
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const aside = `${this.#path}.${process.pid}`;
    writeFileSync(aside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(aside, this.#path);
    syncFolder(dirname(this.#path));
    this.#value = value;
  }

  /** What the shell itself found: kept for this run also where a full disk or a folder's rights keep it from being stored. */
  note(part: Partial<Settings>): void {
    try {
      this.change(part);
    } catch {
      this.#value = { ...this.#value, ...part };
    }
  }

  #read(): Settings {
    try {
      return settings.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return settings.parse({});
    }
  }
}
