import { BrowserWindow, type Session } from 'electron';
import { statusPage } from './statusPage.ts';

const isOn = (url: string, origin: string | undefined): boolean =>
  origin !== undefined && URL.canParse(url) && new URL(url).origin === origin;

const refusePermissions = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
};

/** The one window: shows the panel of the local server, goes nowhere else, opens nothing. */
export class PanelWindow {
  readonly #window: BrowserWindow;
  #origin: string | undefined;

  constructor() {
    this.#window = new BrowserWindow({
      width: 1440,
      height: 900,
      minWidth: 360,
      minHeight: 480,
      show: false,
      backgroundColor: '#e6e7e8',
      autoHideMenuBar: true,
      webPreferences: { nodeIntegration: false, contextIsolation: true, sandbox: true, webSecurity: true, webviewTag: false },
    });
    refusePermissions(this.#window.webContents.session);
    this.#window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
    this.#window.webContents.on('will-navigate', (event, url) => {
      if (!isOn(url, this.#origin)) event.preventDefault();
    });
    this.#window.once('ready-to-show', () => this.#window.show());
  }

  async showPanel(url: string): Promise<void> {
    this.#origin = new URL(url).origin;
    await this.#window.loadURL(url);
  }

  async showStatus(title: string, detail: string): Promise<void> {
    this.#origin = undefined;
    await this.#window.loadURL(statusPage(title, detail));
  }

  focus(): void {
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.focus();
  }
}
