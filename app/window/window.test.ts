import { EventEmitter } from 'node:events';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

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

  setWindowOpenHandler(handler: Handler): void {
    this.openHandler = handler;
  }
}

const made: FakeWindow[] = [];
class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly loaded: string[] = [];
  readonly done: string[] = [];
  isShown = false;
  readonly options: { webPreferences: Record<string, unknown> };

  constructor(options: FakeWindow['options']) {
    super();
    this.options = options;
    made.push(this);
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
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

vi.doMock('electron', () => ({ BrowserWindow: FakeWindow }));

const openWindow = async ({ isShown } = { isShown: true }) => {
  const { PanelWindow } = await import('./window.ts');
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

const navigate = (fake: FakeWindow, url: string): boolean => {
  let prevented = false;
  const preventDefault = (): void => {
    prevented = true;
  };
  fake.webContents.emit('will-navigate', { preventDefault }, url);
  return !prevented;
};

describe('the window', () => {
  beforeEach(() => {
    made.length = 0;
  });

  it('runs pages in a sandbox without Node', async () => {
    const { fake } = await openWindow();
    expect(fake.options.webPreferences).toEqual({
      nodeIntegration: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      webviewTag: false,
      preload: expect.stringMatching(/surface.preload\.cjs$/),
    });
  });

  it('tells its panel, and no other page, that the person left the PC', async () => {
    const { panel, fake } = await openWindow();
    await panel.showStatus({ title: 'Headworks is starting', detail: '' });
    panel.sendLeft();
    expect(fake.webContents.sent).toEqual([]);
    await panel.showPanel('http://127.0.0.1:8080/');
    panel.sendLeft();
    expect(fake.webContents.sent).toEqual(['headworks:left']);
  });

  it('follows links on the server only', async () => {
    const { panel, fake } = await openWindow();
    await panel.showPanel('http://127.0.0.1:8080/');
    expect(navigate(fake, 'http://127.0.0.1:8080/units')).toBe(true);
    for (const url of ['http://127.0.0.1:8081/', 'https://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'nonsense'])
      expect([url, navigate(fake, url)]).toEqual([url, false]);
  });

  it('opens no other window, and grants its panel alone to copy a text', async () => {
    const { panel, fake } = await openWindow();
    expect(fake.webContents.openHandler?.({ url: 'https://example.com' })).toEqual({ action: 'deny' });
    await panel.showPanel('http://127.0.0.1:8080/');
    const granted = (permission: string, from: string): unknown[] => {
      const answers: unknown[] = [];
      const answer = (given: unknown): number => answers.push(given);
      fake.webContents.requestHandler?.(fake.webContents, permission, answer, { requestingUrl: from });
      return [...answers, fake.webContents.checkHandler?.(fake.webContents, permission, from)];
    };
    expect(granted('clipboard-sanitized-write', 'http://127.0.0.1:8080/units')).toEqual([true, true]);
    expect(granted('clipboard-sanitized-write', 'http://127.0.0.1:8081/')).toEqual([false, false]);
    for (const permission of ['media', 'clipboard-read', 'notifications', 'serial'])
      expect(granted(permission, 'http://127.0.0.1:8080/')).toEqual([false, false]);
    expect(fake.webContents.deviceHandler?.()).toBe(false);
  });

  it('asks nothing of another server', async () => {
    const { panel, fake } = await openWindow();
    const isAsked = (url: string): boolean => {
      let answer = { cancel: true };
      fake.webContents.beforeRequest?.({ url }, (given: { cancel: boolean }) => {
        answer = given;
      });
      return !answer.cancel;
    };
    expect([isAsked('http://127.0.0.1:8080/'), isAsked('data:text/html,')]).toEqual([false, true]);
    await panel.showPanel('http://127.0.0.1:8080/');
    for (const url of ['http://127.0.0.1:8080/api/x', 'ws://127.0.0.1:8080/live', 'blob:http://127.0.0.1:8080/x'])
      expect([url, isAsked(url)]).toEqual([url, true]);
    for (const url of [
      'http://127.0.0.1:8081/',
      'https://example.com/a.js',
      'ws://example.com/',
      'file:///etc/passwd',
      'nonsense',
    ])
      expect([url, isAsked(url)]).toEqual([url, false]);
  });

  it('believes no certificate but the leaf of its own data folder', async () => {
    const { fake } = await openWindow();
    const answers: number[] = [];
    for (const data of ['the leaf', 'another'])
      fake.webContents.certificateHandler?.({ certificate: { data } }, (answer: number) => answers.push(answer));
    expect(answers).toEqual([0, -2]);
  });

  it('stays when its close button is used, hidden or small, and goes when the desktop ends', async () => {
    const { fake, close } = await openWindow();
    expect([close('hide'), close('minimize'), close(undefined), fake.done]).toEqual([false, false, true, ['hide', 'minimize']]);
  });

  it('loads nothing while it starts hidden, and the newest page when somebody looks', async () => {
    const { panel, fake } = await openWindow({ isShown: false });
    await panel.showStatus({ title: 'Starting', detail: 'why' });
    await panel.showPanel('http://127.0.0.1:8080/');
    expect(fake.loaded).toEqual([]);
    panel.show();
    expect(fake.loaded).toEqual(['http://127.0.0.1:8080/']);
  });

  describe('hidden for five minutes', () => {
    const killed = vi.spyOn(process, 'kill').mockReturnValue(true);
    beforeEach(() => {
      vi.useFakeTimers();
      killed.mockClear();
    });
    afterEach(() => void vi.useRealTimers());
    afterAll(() => killed.mockRestore());
    const hidden = async ({ hasUnsaved } = { hasUnsaved: false }) => {
      const opened = await openWindow();
      await opened.panel.showPanel('http://127.0.0.1:8080/');
      await opened.panel.open('/alarms');
      opened.fake.webContents.hasUnsaved = hasUnsaved;
      opened.close('hide');
      return opened;
    };

    it('ends its page, and loads it again where it was when somebody looks', async () => {
      const { panel, fake } = await hidden();
      await vi.advanceTimersByTimeAsync(299_000);
      expect(killed).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1000);
      expect(killed).toHaveBeenCalledWith(4242, 'SIGKILL');
      fake.webContents.emit('render-process-gone', {}, { reason: 'killed' });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(fake.loaded).toHaveLength(2);
      panel.show();
      expect(fake.loaded.slice(2)).toEqual(['http://127.0.0.1:8080/alarms']);
    });

    it('shows what came in between when somebody looks', async () => {
      const { panel, fake } = await hidden();
      await vi.advanceTimersByTimeAsync(300_000);
      await panel.showStatus({ title: 'Not running', detail: 'why' });
      expect(fake.loaded).toHaveLength(2);
      panel.show();
      expect(decodeURIComponent(fake.loaded.at(-1) ?? '')).toContain('Not running');
    });

    it('keeps a page on which something is not saved', async () => {
      const { panel, fake } = await hidden({ hasUnsaved: true });
      await vi.advanceTimersByTimeAsync(900_000);
      panel.show();
      expect([killed.mock.calls, fake.loaded.length]).toEqual([[], 2]);
    });

    it('goes on with its page where somebody looked in between', async () => {
      const { panel, fake } = await hidden();
      await vi.advanceTimersByTimeAsync(200_000);
      panel.show();
      await vi.advanceTimersByTimeAsync(900_000);
      expect([killed.mock.calls, fake.loaded.length]).toEqual([[], 2]);
    });
  });

  it('passes on that the session of Windows ends', async () => {
    const { fake, sessionEnds } = await openWindow();
    fake.emit('query-session-end', {});
    fake.emit('session-end');
    expect(sessionEnds()).toBe(2);
  });

  it('follows the links of its status page, and no such link of the panel', async () => {
    const { panel, fake, actions } = await openWindow();
    await panel.showStatus({ title: 'Not running', detail: 'why', actions: ['retry', 'logs'] });
    expect(decodeURIComponent(fake.loaded.at(-1) ?? '')).toContain('href="headworks-status:retry"');
    expect([navigate(fake, 'headworks-status:retry'), navigate(fake, 'headworks-status:other')]).toEqual([false, false]);
    await panel.showPanel('http://127.0.0.1:8080/');
    navigate(fake, 'headworks-status:logs');
    expect(actions).toEqual(['retry']);
  });

  it('loads its page again when the page process ends, later each time, and shows why after the third within a minute', async () => {
    vi.useFakeTimers();
    const { panel, fake } = await openWindow();
    await panel.showPanel('http://127.0.0.1:8080/');
    const crash = async (waitMs: number): Promise<string | undefined> => {
      fake.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
      await vi.advanceTimersByTimeAsync(waitMs);
      return fake.loaded.at(-1)?.slice(0, 20);
    };
    await crash(500);
    await crash(1000);
    expect(fake.loaded).toHaveLength(3);
    expect(await crash(0)).toContain('data:text/html');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fake.loaded.at(-1)).toBe('http://127.0.0.1:8080/');
    vi.useRealTimers();
  });

  it('saves only what its own server sends, under a name without a path', async () => {
    const { panel, fake } = await openWindow();
    await panel.showPanel('http://127.0.0.1:8080/');
    const download = (url: string, name: string) => {
      const seen = { prevented: false, path: '' };
      const item = {
        getURLChain: () => [url],
        getURL: () => url,
        getFilename: () => name,
        setSaveDialogOptions: ({ defaultPath }: { defaultPath: string }) => {
          seen.path = defaultPath;
        },
      };
      fake.webContents.downloadHandler?.({ preventDefault: () => (seen.prevented = true) }, item);
      return seen;
    };
    expect(download('blob:http://127.0.0.1:8080/1-2', '../../etc/report.pdf')).toEqual({ prevented: false, path: 'report.pdf' });
    expect(download('http://127.0.0.1:8080/api/x', '..\\con.txt').path).toBe('download-con.txt');
    for (const url of ['https://example.com/a.exe', 'data:text/html,x', 'blob:https://example.com/1'])
      expect(download(url, 'a.exe').prevented).toBe(true);
  });

  it('shows why the server is away, with the text taken as text', async () => {
    const { panel, fake } = await openWindow();
    await panel.showStatus({ title: 'Not running', detail: '<script>alert(1)</script>' });
    const page = decodeURIComponent(fake.loaded.at(-1) ?? '');
    expect(page).toContain('Not running');
    expect(page).not.toContain('<script>');
  });
});
