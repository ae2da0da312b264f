import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, isMissingFile } from '../../core/fail.ts';
import { syncFolder } from '../../core/files/durable.ts';
import { readImage } from './image/read.ts';
import { LOGO_NAME, logoMark } from './logoUrl.ts';

const contentTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
type Type = keyof typeof contentTypes;

/** Uploads of an industry that are kept though they are not its logo. */
const KEPT = 10;

/** Uploaded logos, as files with names of their own. */
export class LogoFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Keeps a picture and forgets the oldest unused ones.
   * @param used the name of the industry's present logo.
   * @returns the name it is served by.
   * @throws Failure `badRequest` with the reason why it is not taken.
   */
  async add(industryId: string, sent: Uint8Array, used: string | undefined): Promise<string> {
    const { type, bytes } = await readImage(sent);
    const mark = logoMark(industryId);
    const name = `${mark}-${randomBytes(16).toString('hex')}.${type}`;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    const part = `${path}.part`;
    try {
      const half = await open(part, 'wx', 0o600);
      try {
        await half.writeFile(bytes);
        await half.sync();
      } finally {
        await half.close();
      }
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    syncFolder(this.#folder);
    await this.#forgetOldest(mark, new Set([name, used]));
    return name;
  }

  /** @throws Failure `notFound`. */
  async read(name: string): Promise<{ body: Buffer; contentType: string }> {
    const type = LOGO_NAME.exec(name)?.[2] as Type | undefined;
    const body = type && (await readFile(join(this.#folder, name)).catch(missing));
    if (!type || !body) throw new Failure('notFound', 'Not found');
    return { body, contentType: contentTypes[type] };
  }

  async #forgetOldest(mark: string, used: ReadonlySet<string | undefined>): Promise<void> {
    const own = (await readdir(this.#folder)).filter((name) => name.startsWith(`${mark}-`) && !used.has(name));
    const aged = await Promise.all(
      own.map(async (name) => ({ name, ms: (await stat(join(this.#folder, name)).catch(missing))?.mtimeMs ?? 0 })),
    );
    const oldest = aged.sort((a, b) => b.ms - a.ms).slice(KEPT);
    for (const { name } of oldest) await rm(join(this.#folder, name), { force: true });
  }
}

const missing = (error: unknown): undefined => {
  if (!isMissingFile(error)) throw error;
};
