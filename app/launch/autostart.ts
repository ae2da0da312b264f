import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The part of Electron's app that Windows and macOS need. */
export interface LoginItems {
  getLoginItemSettings(options?: { args?: string[] }): { openAtLogin: boolean; executableWillLaunchAtLogin?: boolean };
  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[]; name: string }): void;
}

export type AutostartParts = { platform: NodeJS.Platform; program: string; configFolder: string; items: LoginItems };

const ARGS = ['--hidden'];
/** Within quotes of a desktop entry: these signs are escaped, and a percent sign is doubled. */
const quoted = (path: string): string => `"${path.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;

/** Whether the shell starts when the person logs in: read back each time, as the system's own settings change it too. */
export class Autostart {
  readonly #parts: AutostartParts;

  constructor(parts: AutostartParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    const { platform, items } = this.#parts;
    if (platform === 'linux') {
      const path = this.#entry();
      return existsSync(path) && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(readFileSync(path, 'utf8'));
    }
    const { openAtLogin, executableWillLaunchAtLogin } = items.getLoginItemSettings({ args: ARGS });
    return executableWillLaunchAtLogin ?? openAtLogin;
  }

  /** @returns what is so afterwards */
  set(isOn: boolean): boolean {
    const { platform, items, program } = this.#parts;
    if (platform !== 'linux') items.setLoginItemSettings({ openAtLogin: isOn, args: ARGS, name: 'Headworks' });
    else if (isOn) {
      mkdirSync(dirname(this.#entry()), { recursive: true });
      writeFileSync(
        this.#entry(),
        `[Desktop Entry]\nType=Application\nName=Headworks\nExec=${quoted(program)} ${ARGS.join(' ')}\nX-GNOME-Autostart-enabled=true\n`,
      );
    } else rmSync(this.#entry(), { force: true });
    return this.isOn;
  }

  #entry(): string {
    return join(this.#parts.configFolder, 'autostart', 'headworks.desktop');
  }
}
