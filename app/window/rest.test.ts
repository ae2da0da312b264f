import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeWindow, made, openWindow } from './testing/fakeWindow.ts';

vi.doMock('electron', () => ({ BrowserWindow: FakeWindow }));

describe('the window', () => {
  beforeEach(() => {
    made.length = 0;
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
});
