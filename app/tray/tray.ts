import { Menu, nativeImage, Tray } from 'electron';
import { trayIconPixels } from './trayIcon.ts';
import type { IconShape, TrayAction, TrayEntry, TrayModel } from './trayModel.ts';

const imageOf = (shape: IconShape, size: number): Electron.NativeImage =>
  nativeImage.createFromBitmap(trayIconPixels(shape, size), { width: size, height: size });

/** Draws the model: icon, tip and menu. */
export class ShellTray {
  readonly #tray: Tray;
  readonly #size: number;
  readonly #act: (action: TrayAction) => void;
  #shown = '';

  constructor(platform: NodeJS.Platform, act: (action: TrayAction) => void) {
    this.#size = platform === 'win32' ? 32 : 24;
    this.#act = act;
    this.#tray = new Tray(imageOf('normal', this.#size));
    this.#tray.on('click', () => act('open'));
  }

  /** Only what changed is drawn: a menu that is open would close. */
  show(model: TrayModel): void {
    const text = JSON.stringify(model);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#tray.setImage(imageOf(model.icon, this.#size));
    this.#tray.setToolTip(model.tip);
    const entries = model.entries.map((entry) => this.#item(entry));
    this.#tray.setContextMenu(Menu.buildFromTemplate(entries));
  }

  #item(entry: TrayEntry): Electron.MenuItemConstructorOptions {
    if (entry.kind === 'line') return { type: 'separator' };
    if (entry.kind === 'text') return { label: entry.label, enabled: false };
    return {
      label: entry.label,
      enabled: entry.isEnabled,
      ...(entry.isTicked === undefined ? {} : { type: 'checkbox', checked: entry.isTicked }),
      click: () => this.#act(entry.action),
    };
  }
}
