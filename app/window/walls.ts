import { BrowserWindow, screen } from 'electron';

export type Wall = { display: string; page: string };

/** Displays keep neither numbers nor order over a restart: a name and a place do. */
export const displayId = ({ label, bounds: { x, y } }: { label: string; bounds: { x: number; y: number } }): string =>
  `${label}@${x},${y}`;

/** Pages of the panel that fill chosen displays. */
export class Walls {
  readonly #windows = new Map<string, BrowserWindow>();

  /** Brings the displays to what is wanted; without a server none shows. The display that is not there is left out. */
  show(walls: readonly Wall[], url: string | undefined): void {
    const wanted = new Map(url === undefined ? [] : walls.map(({ display, page }) => [display, page]));
    for (const [display, window] of this.#windows)
      if (!wanted.has(display)) {
        this.#windows.delete(display);
        window.destroy();
      }
    for (const display of screen.getAllDisplays()) {
      const page = wanted.get(displayId(display));
      if (page === undefined || url === undefined) continue;
      const href = new URL(page, url).href;
      const window = this.#windows.get(displayId(display)) ?? this.#open(display);
      if (window.webContents.getURL() !== href) void window.loadURL(href).catch(() => undefined);
    }
  }

  get count(): number {
    return this.#windows.size;
  }

  #open(display: Electron.Display): BrowserWindow {
    const window = new BrowserWindow({
      ...display.bounds,
      show: false,
      kiosk: true,
      frame: false,
      backgroundColor: '#1f2326',
      webPreferences: { nodeIntegration: false, contextIsolation: true, sandbox: true, webSecurity: true, webviewTag: false },
    });
    window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
    window.webContents.on('will-navigate', (event, to) => {
      if (new URL(to).origin !== new URL(window.webContents.getURL()).origin) event.preventDefault();
    });
    window.webContents.on('render-process-gone', () => setTimeout(() => !window.isDestroyed() && window.reload(), 1000));
    window.on('closed', () => this.#windows.delete(displayId(display)));
    window.once('ready-to-show', () => window.show());
    this.#windows.set(displayId(display), window);
    return window;
  }
}
