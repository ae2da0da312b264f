import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alive, ready, settle, watched } from './testing/watchedServer.ts';

describe('the server process', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('says the address once the server is ready, and lets it run while its pulse comes', () => {
    const { server, children, seen } = watched();
    server.start();
    children[0]?.emit('message', ready);
    for (let seconds = 0; seconds < 300; seconds += 5) {
      children[0]?.emit('message', alive);
      vi.advanceTimersByTime(5000);
    }
    expect([seen.ready, seen.pulses, children[0]?.killed]).toEqual([['http://127.0.0.1:8080'], 60, false]);
  });

  it('ignores messages that are not of the contract', () => {
    const { server, children, seen } = watched();
    server.start();
    for (const message of [{ type: 'ready' }, 'ready', { ...ready, url: 8080 }]) children[0]?.emit('message', message);
    expect(seen.ready).toEqual([]);
  });

  it('sends each server, once it is ready, whether the PC runs on a battery, and again when that changes', async () => {
    const { server, children } = watched();
    server.start();
    server.reportPower(true);
    expect(children[0]?.sent).toEqual([]);
    children[0]?.emit('message', ready);
    server.reportPower(false);
    server.reportPower(true);
    const told = (isOnBattery: boolean) => ({ type: 'power', isOnBattery });
    expect(children[0]?.sent).toEqual([told(true), told(false), told(true)]);
    children[0]?.emit('exit', 70);
    await settle();
    children[1]?.emit('message', ready);
    expect(children[1]?.sent).toEqual([told(true)]);
  });

  it('hands over what the desktop adds to the diagnostics where its server asks', () => {
    const { server, children } = watched();
    server.start();
    children[0]?.emit('message', ready);
    children[0]?.emit('message', { type: 'desktopFilesAsked' });
    expect(children[0]?.sent).toEqual([
      { type: 'desktopFiles', files: [{ name: 'shell.0.log', kind: 'text', content: 'started' }] },
    ]);
  });

  it('asks to stop once, whoever asks, waits for the exit and starts nothing afterwards', async () => {
    const { server, children } = watched();
    server.start();
    const stopped = [server.stop('quit'), server.stop('session end'), server.stop('SIGTERM')];
    expect(children[0]?.sent).toEqual([{ type: 'stop', why: 'quit' }]);
    children[0]?.emit('exit', 0);
    await Promise.all(stopped);
    vi.advanceTimersByTime(120_000);
    expect(children).toHaveLength(1);
    expect(children[0]?.killed).toBe(false);
  });

  it('starts nothing once the program quits, also not for a restart that was under way', async () => {
    const { server, children } = watched();
    server.start();
    const restarted = server.restart('reach');
    const stopped = server.stop('quit');
    children[0]?.emit('exit', 0);
    await Promise.all([restarted, stopped]);
    server.retryNow();
    expect(children).toHaveLength(1);
  });

  it('kills a server that does not stop within 5 s', async () => {
    const { server, children } = watched();
    server.start();
    const stopped = server.stop('quit');
    vi.advanceTimersByTime(5000);
    await stopped;
    expect(children[0]?.killed).toBe(true);
  });

  it('starts another after it was asked to, as when it is to be reachable', async () => {
    const { server, children } = watched();
    server.start();
    const restarted = server.restart('reach');
    children[0]?.emit('exit', 0);
    await restarted;
    expect(children).toHaveLength(2);
  });
});
