import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (command: string, ...args: string[]): string => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stderr;
};
const has = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN are the same number; 2 throws away what is not on the disk, the log too. */
const shutdown = `
import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack('I', 2))
`;

/** A file system of its own in a file, which can be cut off as by the power. */
export class LoopDisk {
  readonly folder: string;
  readonly #root: string;
  readonly #image: string;

  /** @returns what is missing to have one; undefined where nothing is. */
  static lacks(kind: 'ext4' | 'xfs'): string | undefined {
    if (process.getuid?.() !== 0) return 'only root may mount a file system';
    for (const command of [`mkfs.${kind}`, 'mount', 'python3']) if (!has(command)) return `${command} is not there`;
    const root = mkdtempSync(join(tmpdir(), 'headworks-loop-'));
    try {
      const disk = new LoopDisk(kind, kind === 'xfs' ? 320 : 32, root);
      disk.remove();
      return undefined;
    } catch (error) {
      rmSync(root, { recursive: true, force: true });
      return `no loop device can be mounted: ${String(error).slice(0, 120)}`;
    }
  }

  constructor(kind: 'ext4' | 'xfs', mebibytes: number, root = mkdtempSync(join(tmpdir(), 'headworks-loop-'))) {
    this.#root = root;
    this.#image = join(root, 'disk');
    this.folder = join(root, 'mounted');
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(this.#image, '');
    run('truncate', '-s', `${mebibytes}M`, this.#image);
    run(`mkfs.${kind}`, '-q', this.#image);
    this.mount();
  }

  mount(): void {
    run('mount', '-o', 'loop', this.#image, this.folder);
  }

  sync(): void {
    run('sync', '-f', this.folder);
  }

  /** From here on every operation fails; what was not on the disk is gone with the next mount. */
  cut(): void {
    run('python3', '-c', shutdown, this.folder);
  }

  unmount(): void {
    run('umount', this.folder);
  }

  remove(): void {
    if (existsSync(this.folder)) spawnSync('umount', ['-l', this.folder]);
    rmSync(this.#root, { recursive: true, force: true });
  }
}
