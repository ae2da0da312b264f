import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { startingSteps } from '../../server/contract/process/shell.ts';

const word = z.enum([...startingSteps, 'down']);
export type StartWord = z.output<typeof word>;

/** How far the start of the program that an update installed has come: it writes, and the one that installed it reads. */
export class StartReport {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'start.txt');
  }

  add(said: StartWord): void {
    try {
      appendFileSync(this.#path, `${said}\n`, { mode: 0o600 });
    } catch {
      // the update counts as good only when the server has answered too
    }
  }

  words(): StartWord[] {
    try {
      return readFileSync(this.#path, 'utf8')
        .split('\n')
        .flatMap((line) => word.safeParse(line).data ?? []);
    } catch {
      return [];
    }
  }

  clear(): void {
    rmSync(this.#path, { force: true });
  }
}
