import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SettingsFile } from '../settings.ts';
import { ShellLog } from '../shellLog.ts';
import { FakeWindow, made, openWindow } from './testing/fakeWindow.ts';

vi.doMock('electron', () => ({ BrowserWindow: FakeWindow, Notification: { isSupported: () => false } }));

describe('the window', () => {
  beforeEach(() => {
    made.length = 0;
  });

  it('sends its panel, and no other page, that the person left the PC', async () => {
    const { panel, fake } = await openWindow();
    await panel.showStatus({ title: 'Headworks is starting', detail: '' });
    panel.sendLeft();
    expect(fake.webContents.sent).toEqual([]);
    await panel.showPanel('http://127.0.0.1:8080/');
    panel.sendLeft();
    expect(fake.webContents.sent).toEqual(['headworks:left']);
  });

  it('stays when its close button is used, hidden or small, and goes when the desktop ends', async () => {
    const { fake, close } = await openWindow();
    expect([close('hide'), close('minimize'), close(undefined), fake.done]).toEqual([false, false, true, ['hide', 'minimize']]);
  });

  it('goes when the desktop ends whatever is typed in it, and is otherwise kept by that', async () => {
    const { fake, close } = await openWindow();
    const leaves = (): boolean => {
      let isForced = false;
      fake.webContents.emit('will-prevent-unload', {
        preventDefault: () => {
          isForced = true;
        },
      });
      return isForced;
    };
    close('hide');
    expect(leaves()).toBe(false);
    close(undefined);
    expect(leaves()).toBe(true);
  });

  it('asks before what is typed goes with a server that is reached elsewhere now, and again when a person looks', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const answers = [false, true];
    let asked = 0;
    const askToLeave = async (): Promise<boolean> => answers[asked++] ?? false;
    const { panel, fake } = await openWindow({ isShown: true, askToLeave });
    await panel.showPanel('http://127.0.0.1:8080/');
    fake.webContents.hasUnsaved = true;
    const show = async (url: string): Promise<void> => {
      const shown = panel.showPanel(url);
      await vi.runAllTimersAsync();
      await shown;
    };
    // the server is back where it was: the page goes on by itself
    await show('http://127.0.0.1:8080/');
    expect([asked, fake.webContents.url]).toEqual([0, 'http://127.0.0.1:8080/']);
    await show('http://127.0.0.1:8081/');
    expect([asked, fake.webContents.url]).toEqual([1, 'http://127.0.0.1:8080/']);
    panel.show();
    await vi.runAllTimersAsync();
    expect([asked, fake.webContents.url]).toEqual([2, 'http://127.0.0.1:8081/']);
    expect(fake.webContents.isLeft()).toBe(false);
  });

  it('stays also where a full disk keeps nothing of what is said of it', async () => {
    const { explainClose } = await import('./explainClose.ts');
    const folder = mkdtempSync(join(tmpdir(), 'headworks-close-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'full'), '');
    const settings = new SettingsFile(join(folder, 'full', 'shell.json'));
    explainClose(true, { settings, log: new ShellLog(join(folder, 'full'), 'shell') });
    expect(settings.value.closeWasExplained).toBe(true);
  });

  it('passes on that the session of Windows ends', async () => {
    const { fake, sessionEnds } = await openWindow();
    fake.emit('query-session-end', {});
    fake.emit('session-end');
    expect(sessionEnds()).toBe(2);
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

  it('shows why the server is away, with the text taken as text', async () => {
    const { panel, fake } = await openWindow();
    await panel.showStatus({ title: 'Not running', detail: '<script>alert(1)</script>' });
    const page = decodeURIComponent(fake.loaded.at(-1) ?? '');
    expect(page).toContain('Not running');
    expect(page).not.toContain('<script>');
  });
});
