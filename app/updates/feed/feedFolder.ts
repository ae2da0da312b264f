import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artefact } from '../manifest.ts';

const texts = ['keys.json', 'keys.sig', 'manifest.json', 'manifest.sig'] as const;
export type FeedText = (typeof texts)[number];

/** What a feed gave, in a private folder: what was asked for last, and what is offered, with its installer as far as it was loaded. */
export class FeedFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get offered(): string {
    return join(this.#path, 'offered');
  }

  installerOf({ file }: Artefact): string {
    return join(this.offered, file);
  }

  /** @param read one of the signed texts. @returns the folder that holds them */
  async ask(read: (name: FeedText) => Promise<Buffer>): Promise<string> {
    const asked = join(this.#path, 'asked');
    rmSync(asked, { recursive: true, force: true });
    mkdirSync(asked, { recursive: true, mode: 0o700 });
    for (const name of texts) writeFileSync(join(asked, name), await read(name), { mode: 0o600 });
    return asked;
  }

  /** What was asked for in the place of what was offered before; what was loaded for the same manifest stays. */
  keep(asked: string): void {
    if (manifestIn(asked) !== manifestIn(this.offered)) rmSync(this.offered, { recursive: true, force: true });
    mkdirSync(this.offered, { recursive: true, mode: 0o700 });
    for (const name of texts) renameSync(join(asked, name), join(this.offered, name));
  }

  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#path);
    return bavail * bsize;
  }

  clear(): void {
    rmSync(this.#path, { recursive: true, force: true });
  }
}

const manifestIn = (folder: string): string => {
  const path = join(folder, 'manifest.json');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};
