import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeWindow, made } from './testing/fakeWindow.ts';

vi.doMock('electron', () => ({
  BrowserWindow: FakeWindow,
  powerSaveBlocker: { start: () => 1, stop: () => undefined },
  screen: { getAllDisplays: () => [{ label: 'Hall', bounds: { x: 0, y: 0, width: 1920, height: 1080 } }] },
}));

const walls = [{ display: 'Hall@0,0', page: '/wall#token=t' }];
const url = 'http://127.0.0.1:8080/';

describe('a wall display', () => {
  beforeEach(() => {
    made.length = 0;
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });
  const open = async () => {
    const { WallWindows } = await import('./walls.ts');
    const windows = new WallWindows(() => undefined);
    windows.show(walls, url);
    const fake = made.at(-1);
    if (!fake) throw new Error('no window was made');
    return { fake, show: () => windows.show(walls, url) };
  };

  it('is loaded once for as long as it is the same page', async () => {
    const { fake, show } = await open();
    show();
    expect(fake.loaded).toEqual(['http://127.0.0.1:8080/wall#token=t']);
  });

  it('is loaded anew a second after its page ended, and again at the next look where that failed', async () => {
    const { fake, show } = await open();
    fake.isAway = true;
    fake.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.loaded).toHaveLength(2);
    fake.isAway = false;
    show();
    expect(fake.loaded).toEqual(Array(3).fill('http://127.0.0.1:8080/wall#token=t'));
    await vi.advanceTimersByTimeAsync(1000);
    show();
    expect(fake.loaded).toHaveLength(3);
  });
});
