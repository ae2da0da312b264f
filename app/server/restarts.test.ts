import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alive, ready, settle, watched } from './testing/watchedServer.ts';

describe('the server process', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('starts a lost server again at once, then later each time, and says why', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.emit('message', { type: 'fatal', message: 'port 8080 is taken' });
    children[0]?.emit('exit', 70);
    await settle();
    expect(children).toHaveLength(2);
    children[1]?.emit('exit', 3);
    await vi.advanceTimersByTimeAsync(1000);
    children[2]?.emit('exit', 3);
    await settle();
    expect(down).toEqual([
      { reason: 'port 8080 is taken (exit code 70)', retryMs: 0, isLoop: false },
      { reason: 'the server stopped (exit code 3)', retryMs: 1000, isLoop: false },
      { reason: 'the server stopped (exit code 3)', retryMs: 2000, isLoop: false },
    ]);
    vi.advanceTimersByTime(1999);
    expect(children).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(children).toHaveLength(4);
  });

  it('starts a server at once again that ran well for a minute after the one before', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.emit('exit', 70);
    await settle();
    children[1]?.emit('message', ready);
    for (let seconds = 0; seconds < 60; seconds += 5) {
      children[1]?.emit('message', alive);
      vi.advanceTimersByTime(5000);
    }
    children[1]?.emit('exit', 70);
    await settle();
    expect([down.map(({ retryMs }) => retryMs), children.length]).toEqual([[0, 0], 3]);
  });

  it('says what it printed where it died before it could say anything', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.stderr.emit('data', Buffer.from("file:///main.js:3\nSyntaxError: no export named 'enable"));
    children[0]?.stderr.emit(
      'data',
      Buffer.from("CompileCache'\n    at ModuleJob.run\n\n  code: \u001b[32m'X'\u001b[39m\n}\n\nNode.js v20.18.1\n"),
    );
    children[0]?.emit('exit', 1);
    await settle();
    expect(down[0]?.reason).toBe("SyntaxError: no export named 'enableCompileCache' (exit code 1)");
  });

  it('calls five ends within ten minutes a crash loop and then tries once a minute', async () => {
    const { server, children, down } = watched();
    server.start();
    for (let at = 0; at < 6; at += 1) {
      children[at]?.emit('exit', 70);
      await settle();
      await vi.advanceTimersByTimeAsync(down[at]?.retryMs ?? 0);
    }
    expect(down.map(({ isLoop, retryMs }) => [isLoop, retryMs])).toEqual([
      [false, 0],
      [false, 1000],
      [false, 2000],
      [false, 4000],
      [true, 60_000],
      [true, 60_000],
    ]);
    children[6]?.emit('exit', 70);
    await settle();
    server.retryNow();
    expect(children).toHaveLength(8);
  });

  it('retries at the slow pace where a setting has to be mended', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.emit('exit', 78);
    await settle();
    expect(down).toEqual([{ reason: 'a setting has to be mended (exit code 78)', retryMs: 60_000, isLoop: false }]);
  });

  it('starts none beside a server that has the folder and is shown instead', async () => {
    const { server, children, down } = watched({}, async () => true);
    server.start();
    children[0]?.emit('exit', 75);
    await vi.advanceTimersByTimeAsync(120_000);
    expect([children.length, down]).toEqual([1, []]);
  });

  it('tries again where the one that had the folder is not found', async () => {
    const { server, children, down } = watched();
    server.start();
    children[0]?.emit('exit', 75);
    await vi.advanceTimersByTimeAsync(1000);
    expect(children).toHaveLength(2);
    expect(down[0]?.reason).toContain('another program has the data folder or the port');
  });
});
