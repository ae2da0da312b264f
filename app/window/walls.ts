import { BrowserWindow, powerSaveBlocker, screen } from 'electron';

const AGAIN_MS = 1000;

type Wall = { display: string; page: string };
/** `href` is what it was asked to show, empty where that failed: the panel takes the token of a display out of its address. */
type Shown = { window: BrowserWindow; href: string };

/** Displays keep neither numbers nor order over a restart: a name and a place do. */
export const displayId = ({ label, bounds: { x, y } }: { label: string; bounds: { x: number; y: number } }): string =>
  `${label}@${x},${y}`;

/** Pages of the panel that fill chosen displays, which stay lit meanwhile. */
export class WallWindows {
  readonly #windows = new Map<string, Shown>();
  readonly #onEscape: (display: string) => void;
  #awake: number | undefined;

  /** @param onEscape somebody at that display would like it back */
  constructor(onEscape: (display: string) => void) {
    this.#onEscape = onEscape;
  }

  /** Brings the displays to what is wanted; without a server none shows. The display that is not there is left out. */
  show(walls: readonly Wall[], url: string | undefined): void {
    const displays = screen.getAllDisplays();
    const isThere = ({ display }: Wall): boolean => displays.some((one) => displayId(one) === display);
    const wanted = new Map(url === undefined ? [] : walls.filter(isThere).map(({ display, page }) => [display, page]));
    for (const [display, { window }] of this.#windows)
      if (!wanted.has(display)) {
        this.#windows.delete(display);
        window.destroy();
      }
    for (const display of displays) {
      const id = displayId(display);
      const page = wanted.get(id);
      if (page === undefined || url === undefined) continue;
      const href = new URL(page, url).href;
      const wall = this.#windows.get(id) ?? this.#open(display);
      if (wall.href !== href) this.#load(wall, href);
    }
    this.#keepAwake(this.#windows.size > 0);
  }

  #keepAwake(isWanted: boolean): void {
    if (isWanted) this.#awake ??= powerSaveBlocker.start('prevent-display-sleep');
    else if (this.#awake !== undefined) {
      powerSaveBlocker.stop(this.#awake);
      this.#awake = undefined;
    }
  }

  /** What fails is tried again with the next `show`. */
  #load(wall: Shown, href: string): void {
    wall.href = href;
    void wall.window.loadURL(href).catch(() => {
      if (wall.href === href) wall.href = '';
    });
  }

  #open(display: Electron.Display): Shown {
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
    const wall = { window, href: '' };
    const again = (): void => {
      if (!window.isDestroyed() && wall.href !== '') this.#load(wall, wall.href);
    };
    window.webContents.on('render-process-gone', () => setTimeout(again, AGAIN_MS));
    window.webContents.on('before-input-event', (_event, { type, key }) => {
      if (type === 'keyDown' && key === 'Escape') this.#onEscape(displayId(display));
    });
    window.on('closed', () => this.#windows.delete(displayId(display)));
    window.once('ready-to-show', () => window.show());
    this.#windows.set(displayId(display), wall);
    return wall;
  }
}
