import { EventEmitter } from 'node:events';

type Handler = (...args: unknown[]) => unknown;

class FakeContents extends EventEmitter {
  openHandler: Handler | undefined;
  requestHandler: Handler | undefined;
  checkHandler: Handler | undefined;
  deviceHandler: Handler | undefined;
  certificateHandler: Handler | undefined;
  beforeRequest: Handler | undefined;
  downloadHandler: Handler | undefined;
  readonly sent: string[] = [];
  url = '';
  hasUnsaved = false;
  readonly session = {
    setPermissionRequestHandler: (handler: Handler) => {
      this.requestHandler = handler;
    },
    setPermissionCheckHandler: (handler: Handler) => {
      this.checkHandler = handler;
    },
    setDevicePermissionHandler: (handler: Handler) => {
      this.deviceHandler = handler;
    },
    setCertificateVerifyProc: (handler: Handler) => {
      this.certificateHandler = handler;
    },
    webRequest: {
      onBeforeRequest: (handler: Handler) => {
        this.beforeRequest = handler;
      },
    },
    on: (name: string, handler: Handler) => {
      if (name === 'will-download') this.downloadHandler = handler;
    },
  };

  send(channel: string): void {
    this.sent.push(channel);
  }

  getURL(): string {
    return this.url;
  }

  getOSProcessId(): number {
    return 4242;
  }

  async executeJavaScript(): Promise<boolean> {
    return this.hasUnsaved;
  }

  /** Whether its page goes though something in it is not saved. */
  isLeft(): boolean {
    let isForced = false;
    const preventDefault = (): void => {
      isForced = true;
    };
    this.emit('will-prevent-unload', { preventDefault });
    return isForced;
  }

  setWindowOpenHandler(handler: Handler): void {
    this.openHandler = handler;
  }
}
export const made: FakeWindow[] = [];

export class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly loaded: string[] = [];
  readonly done: string[] = [];
  isShown = false;
  /** Its server answers nothing. */
  isAway = false;
  readonly options: { webPreferences: Record<string, unknown> };

  constructor(options: FakeWindow['options']) {
    super();
    this.options = options;
    made.push(this);
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    if (this.isAway) throw Object.assign(new Error('refused'), { errno: -102 });
    if (this.webContents.hasUnsaved && !this.webContents.isLeft()) throw Object.assign(new Error('aborted'), { errno: -3 });
    this.webContents.hasUnsaved = false;
    this.webContents.url = url;
  }

  show(): void {
    this.isShown = true;
    this.emit('show');
  }

  focus(): void {
    this.done.push('focus');
  }

  isMinimized(): boolean {
    return false;
  }

  isVisible(): boolean {
    return this.isShown;
  }

  isDestroyed(): boolean {
    return false;
  }

  hide(): void {
    this.isShown = false;
    this.done.push('hide');
    this.emit('hide');
  }

  minimize(): void {
    this.done.push('minimize');
  }
}

export const openWindow = async (
  { isShown, askToLeave = async () => false } = { isShown: true } as {
    isShown: boolean;
    askToLeave?: () => Promise<boolean>;
  },
) => {
  const { PanelWindow } = await import('../window.ts');
  const actions: string[] = [];
  let instead: 'hide' | 'minimize' | undefined = 'hide';
  let sessionEnds = 0;
  const panel = new PanelWindow({
    isLeaf: (pem) => pem === 'the leaf',
    onClose: () => instead,
    onAction: (action) => actions.push(action),
    onSessionEnd: () => {
      sessionEnds += 1;
    },
    askToLeave,
    onShown: () => undefined,
    say: () => undefined,
  });
  const fake = made.at(-1);
  if (!fake) throw new Error('no window was made');
  if (isShown) {
    panel.show();
    fake.done.length = 0;
  }
  const close = (how: typeof instead): boolean => {
    instead = how;
    let isPrevented = false;
    fake.emit('close', {
      preventDefault: () => {
        isPrevented = true;
      },
    });
    return !isPrevented;
  };
  return { panel, fake, actions, close, sessionEnds: () => sessionEnds };
};
