import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A name that the system takes away with the process that holds it. */
const nameOf = (folder: string, platform: NodeJS.Platform): string => {
  const name = `headworks-update-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  if (platform === 'linux') return `\0${name}`;
  return platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
};

/** Held by the one process that carries an update on; free again however that process ends. */
export class UpdateLock {
  readonly #name: string;
  #server: Server | undefined;

  constructor(folder: string, platform: NodeJS.Platform = process.platform) {
    this.#name = nameOf(folder, platform);
  }

  /** @returns whether this process holds it now */
  take(): Promise<boolean> {
    if (this.#server) return Promise.resolve(true);
    const server = createServer((caller) => caller.destroy());
    return new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(this.#name, () => {
        server.unref();
        this.#server = server;
        resolve(true);
      });
    });
  }

  async release(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise((closed) => server.close(closed));
  }
}
