import { join } from 'node:path';
import { BrowserWindow, type WebContents } from 'electron';
import { LEFT_EVENT } from '../../server/contract/process/leftEvent.ts';
import { PageLoader } from './pageLoader.ts';
import { closeSession, isAllowedPage } from './permissions.ts';
import { keepPlace, type WindowPlace } from './place.ts';
import { PageRecovery } from './recovery.ts';
import { hasUnsaved, Rest } from './rest.ts';
import { saveDownloads } from './saveDownloads.ts';
import { actionOf, type Status, type StatusAction, statusPage } from './statusPage.ts';

const UNRESPONSIVE_MS = 30_000;
const MINUTE_MS = 60_000;
const REST_AFTER_MS = 5 * MINUTE_MS;

export type WindowParts = {
  isLeaf: (pem: string) => boolean;
  /** What the close button does: the window stays, hidden or small. Undefined lets it close, as when the shell ends. */
  onClose: () => 'hide' | 'minimize' | undefined;
  onAction: (action: StatusAction) => void;
  onSessionEnd: () => void;
  /** Whether what is typed and not saved in a page of a server that is now reached elsewhere may go. */
  askToLeave: () => Promise<boolean>;
  /** The window, and then each time the panel in it, can be seen; how long a start takes. */
  onShown: (what: 'window' | 'panel') => void;
  say: (message: string, facts?: Record<string, unknown>) => void;
  /** Hidden for so long, its page ends until somebody looks again. */
  restAfterMs?: number | undefined;
  /** Where the window was at the last start. */
  place?: WindowPlace | undefined;
  onPlace?: (place: WindowPlace) => void;
};

/** The window of the panel: shows the server's pages, goes nowhere else, opens nothing, outlives its page's process. */
export class PanelWindow {
  readonly #window: BrowserWindow;
  readonly #parts: WindowParts;
  readonly #recovery = new PageRecovery();
  readonly #rest: Rest;
  readonly #loader: PageLoader;
  #panel: URL | undefined;
  #isPanelShown = false;
  #isClosing = false;
  #mayLeave = false;
  #isAsking = false;
  #hangs: NodeJS.Timeout | undefined;

  constructor(parts: WindowParts) {
    this.#parts = parts;
    this.#window = new BrowserWindow({
      width: parts.place?.width ?? 1440,
      height: parts.place?.height ?? 900,
      ...(parts.place && { x: parts.place.x, y: parts.place.y }),
      minWidth: 360,
      minHeight: 480,
      show: false,
      backgroundColor: '#e6e7e8',
      autoHideMenuBar: true,
      webPreferences: {
        nodeIntegration: false,
        contextIsolation: true,
        sandbox: true,
        webSecurity: true,
        webviewTag: false,
        preload: join(import.meta.dirname, '..', 'surface', 'preload.cjs'),
      },
    });
    if (parts.onPlace) keepPlace(this.#window, parts.onPlace);
    if (parts.place?.isMaximized) this.#window.once('show', () => this.#window.maximize());
    this.#rest = new Rest({ window: this.#window, afterMs: parts.restAfterMs ?? REST_AFTER_MS, say: parts.say });
    const { webContents } = this.#window;
    this.#loader = new PageLoader(
      { loadURL: (url) => this.#window.loadURL(url), stop: () => webContents.stop() },
      // the server is gone, which its own events say
      (reason) => parts.say('page not loaded', { reason }),
    );
    closeSession(webContents.session, () => this.origin, parts.isLeaf);
    saveDownloads(webContents.session, (url) => isAllowedPage(url, this.origin));
    webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
    webContents.on('will-navigate', (event, url) => this.#onNavigate(event, url));
    webContents.on('will-redirect', (event, url) => {
      if (!isAllowedPage(url, this.origin)) event.preventDefault();
    });
    // without a word here a page with something unsaved would keep the window, and with it the program, without a question
    webContents.on('will-prevent-unload', (event) => (this.#isClosing || this.#mayLeave) && event.preventDefault());
    webContents.on('render-process-gone', (_event, { reason }) => this.#onGone(reason));
    this.#window.on('unresponsive', () => {
      this.#hangs ??= setTimeout(() => webContents.forcefullyCrashRenderer(), UNRESPONSIVE_MS);
    });
    this.#window.on('responsive', () => this.#responds());
    this.#window.once('show', () => parts.onShown('window'));
    this.#window.on('close', (event) => this.#onClose(event));
    // Windows says it to windows only, and to no other part of a program
    for (const name of ['query-session-end', 'session-end'] as const)
      this.#window.on(name as 'session-end', () => parts.onSessionEnd());
  }

  /** Of the panel that may be shown; undefined while there is none. */
  get origin(): string | undefined {
    return this.#panel?.origin;
  }

  get webContents(): WebContents {
    return this.#window.webContents;
  }

  /** @param page opened in it, a path from its root */
  async showPanel(url: string, page = '/'): Promise<void> {
    this.#panel = new URL(url);
    this.#isPanelShown = true;
    const { href } = new URL(page, this.#panel);
    if ((await this.#load(href)) || (await this.#leaveFor(href))) this.#parts.onShown('panel');
  }

  /** Whether a page of a server that was reached elsewhere is kept by what is typed in it; nothing that it asks for is let through. */
  get #isElsewhere(): boolean {
    const url = this.#window.webContents.getURL();
    return this.#isPanelShown && !this.#rest.isResting && url.startsWith('http') && !isAllowedPage(url, this.origin);
  }

  /** Asks a person who looks; where nobody does, `show` asks later. */
  async #leaveFor(href: string): Promise<boolean> {
    if (this.#isAsking || !this.#isElsewhere || !this.#window.isVisible() || !(await this.hasUnsaved())) return false;
    const panel = this.#panel;
    this.#isAsking = true;
    try {
      this.#mayLeave = (await this.#parts.askToLeave()) && this.#panel === panel;
      return this.#mayLeave && (await this.#load(href));
    } finally {
      this.#isAsking = false;
      this.#mayLeave = false;
    }
  }

  /** The person left the PC: what the panel made ready is ready no more. */
  sendLeft(): void {
    if (this.#isPanelShown) this.#window.webContents.send(LEFT_EVENT);
  }

  /** Another page of the panel, where it shows; a path from its root. */
  async open(page: string): Promise<void> {
    if (this.#panel && this.#isPanelShown) await this.#load(new URL(page, this.#panel).href);
  }

  async showStatus(status: Status): Promise<void> {
    this.#isPanelShown = false;
    this.#panel = undefined;
    await this.#load(statusPage(status));
  }

  /** Whether something is typed in it that is not saved; a page at rest has nothing. */
  async hasUnsaved(): Promise<boolean> {
    return this.#isPanelShown && !this.#rest.isResting && (await hasUnsaved(this.#window.webContents));
  }

  /** For a person who looks for it: also out of the tray. */
  show(): void {
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
    this.#wake();
    if (this.#panel && this.#isElsewhere) void this.showPanel(this.#panel.href);
  }

  #wake(): void {
    const next = this.#rest.wake();
    if (next === undefined) return;
    const url = next === 'same' ? this.#window.webContents.getURL() : next;
    if (url === '') return;
    void this.#load(url).then((isLoaded) => isLoaded && this.#isPanelShown && this.#parts.onShown('panel'));
  }

  async #load(url: string): Promise<boolean> {
    if (this.#rest.isResting) {
      this.#rest.keep(url);
      return false;
    }
    return this.#loader.load(url);
  }

  #onNavigate(event: { preventDefault(): void }, url: string): void {
    if (isAllowedPage(url, this.origin)) return;
    event.preventDefault();
    const action = this.#isPanelShown ? undefined : actionOf(url);
    if (action) this.#parts.onAction(action);
  }

  #onClose(event: { preventDefault(): void }): void {
    const instead = this.#parts.onClose();
    this.#isClosing = instead === undefined;
    if (!instead) return;
    event.preventDefault();
    this.#window[instead]();
  }

  #responds(): void {
    clearTimeout(this.#hangs);
    this.#hangs = undefined;
  }

  #onGone(reason: string): void {
    this.#responds();
    if (reason === 'clean-exit' || this.#rest.isResting) return;
    const panel = this.#panel;
    const next = this.#recovery.ended(Date.now());
    this.#parts.say('the page ended', { reason, next: next.kind });
    const again = (): void => {
      if (this.#window.isDestroyed() || this.#rest.isResting) return;
      if (panel && this.#panel === panel) void this.showPanel(panel.href);
      else this.#window.webContents.reload();
    };
    setTimeout(again, next.afterMs);
    if (next.kind === 'status' && panel)
      void this.#load(
        statusPage({ title: 'The page ended three times', detail: 'It is opened again in a moment. Measuring goes on.' }),
      );
  }
}
