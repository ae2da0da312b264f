import { readdirSync } from 'node:fs';
import { app, dialog } from 'electron';
import type { DesktopFile } from '../../server/contract/process/shell.ts';
import type { Paths } from '../launch/paths.ts';
import { filesForDiagnostics } from './files.ts';

/** The longest time between the person's consent and the archive that the panel then asks the server for. */
const ALLOWED_FOR_MS = 120_000;

export const desktopFacts = (): Record<string, unknown> => ({
  version: app.getVersion(),
  electron: process.versions.electron,
  platform: process.platform,
  arch: process.arch,
});

const countDumps = (folder: string): number => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dmp')).length;
  } catch {
    return 0;
  }
};

/** What the desktop adds to the diagnostics of its server: logs always, crash dumps once after a person at the PC said so. */
export class DesktopDiagnostics {
  readonly #paths: Paths;
  readonly #isOwnServer: () => boolean;
  #allowedUntilMs = 0;

  constructor(paths: Paths, isOwnServer: () => boolean) {
    this.#paths = paths;
    this.#isOwnServer = isOwnServer;
  }

  async allow(withDumps: boolean): Promise<{ isAdded: boolean; dumps: number }> {
    const dumps = countDumps(app.getPath('crashDumps'));
    this.#allowedUntilMs = 0;
    if (!this.#isOwnServer()) return { isAdded: false, dumps };
    if (!withDumps || dumps === 0) return { isAdded: true, dumps };
    const { response } = await dialog.showMessageBox({
      ...{ type: 'question', cancelId: 0, defaultId: 0, buttons: ['Logs alone', 'With crash dumps'] },
      message: 'Add crash dumps to the diagnostics?',
      detail:
        'Logs are saved without passwords, codes, addresses and numbers of people. A crash dump holds what was in memory, also such things.',
    });
    if (response === 1) this.#allowedUntilMs = Date.now() + ALLOWED_FOR_MS;
    return { isAdded: true, dumps };
  }

  /** For the server, which asks when it makes the archive. */
  files(): DesktopFile[] {
    const withDumps = Date.now() < this.#allowedUntilMs;
    this.#allowedUntilMs = 0;
    return filesForDiagnostics({
      ...{ paths: this.#paths, crashDumps: app.getPath('crashDumps'), withDumps },
      facts: desktopFacts(),
    });
  }
}
