import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';

type Handler = (...args: unknown[]) => unknown;

class FakeContents extends EventEmitter {
  openHandler: Handler | undefined;
  requestHandler: Handler | undefined;
  checkHandler: Handler | undefined;
  readonly session = {
    setPermissionRequestHandler: (handler: Handler) => {
      this.requestHandler = handler;
    },
    setPermissionCheckHandler: (handler: Handler) => {
      this.checkHandler = handler;
    },
  };

  setWindowOpenHandler(handler: Handler): void {
    this.openHandler = handler;
  }
}

const made: FakeWindow[] = [];
class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly loaded: string[] = [];
  readonly options: { webPreferences: Record<string, unknown> };

  constructor(options: FakeWindow['options']) {
    super();
    this.options = options;
    made.push(this);
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
  }
}

vi.doMock('electron', () => ({ BrowserWindow: FakeWindow }));

const openWindow = async () => {
  const { PanelWindow } = await import('./window.ts');
  const panel = new PanelWindow();
  const fake = made.at(-1);
  if (!fake) throw new Error('no window was made');
  return { panel, fake };
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
    });
  });

  it('follows links on the server only', async () => {
    const { panel, fake } = await openWindow();
    await panel.showPanel('http://127.0.0.1:8080/');
    expect(navigate(fake, 'http://127.0.0.1:8080/units')).toBe(true);
    for (const url of ['http://127.0.0.1:8081/', 'https://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'nonsense'])
      expect([url, navigate(fake, url)]).toEqual([url, false]);
  });

  it('opens no other window and grants no permission', async () => {
    const { fake } = await openWindow();
    expect(fake.webContents.openHandler?.({ url: 'https://example.com' })).toEqual({ action: 'deny' });
    const answers: unknown[] = [];
    fake.webContents.requestHandler?.(fake.webContents, 'media', (granted: unknown) => answers.push(granted));
    expect(answers).toEqual([false]);
    expect(fake.webContents.checkHandler?.()).toBe(false);
  });

  it('shows why the server is away, with the text taken as text', async () => {
    const { panel, fake } = await openWindow();
    await panel.showStatus('Not running', '<script>alert(1)</script>');
    const page = decodeURIComponent(fake.loaded.at(-1) ?? '');
    expect(page).toContain('Not running');
    expect(page).not.toContain('<script>');
  });
});
