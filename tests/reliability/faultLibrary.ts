import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let built: string | undefined;

/** A small library that is loaded before libc and makes writes below one folder fail; built of faults.c. @throws without a C compiler. */
export const faultLibrary = (): string => {
  if (built !== undefined) return built;
  const folder = mkdtempSync(join(tmpdir(), 'headworks-faults-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'faults.so');
  const source = join(import.meta.dirname, 'faults.c');
  const { status, stderr, error } = spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-o', path, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`faults.c cannot be built: ${error?.message ?? stderr}`);
  built = path;
  return path;
};

/** What the library does; it looks at every call. */
export class FaultSwitch {
  readonly path: string;

  static lacks(): string | undefined {
    if (process.platform !== 'linux') return 'only Linux loads a library first';
    return spawnSync('gcc', ['--version']).status === 0 ? undefined : 'there is no C compiler (Debian: gcc, libc6-dev)';
  }

  constructor(path: string) {
    this.path = path;
    this.set('none');
  }

  /** @param permille of the calls that are struck. */
  set(mode: 'none' | 'eio' | 'enospc' | 'noSync', permille = 1000): void {
    writeFileSync(`${this.path}.part`, `${mode} ${permille}\n`);
    renameSync(`${this.path}.part`, this.path);
  }
}
