import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeWindow, made, openWindow } from './testing/fakeWindow.ts';

vi.doMock('electron', () => ({ BrowserWindow: FakeWindow }));

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

  it('follows the links of its status page, and no such link of the panel', async () => {
    const { panel, fake, actions } = await openWindow();
    await panel.showStatus({ title: 'Not running', detail: 'why', actions: ['retry', 'logs'] });
    expect(decodeURIComponent(fake.loaded.at(-1) ?? '')).toContain('href="headworks-status:retry"');
    expect([navigate(fake, 'headworks-status:retry'), navigate(fake, 'headworks-status:other')]).toEqual([false, false]);
    await panel.showPanel('http://127.0.0.1:8080/');
    navigate(fake, 'headworks-status:logs');
    expect(actions).toEqual(['retry']);
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
});
