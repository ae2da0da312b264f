import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageLoader } from './pageLoader.ts';

const status = (step: string): string => `data:text/html,${step}`;
const panel = 'http://127.0.0.1:8080/';

/** As a real window was seen on a busy machine: a load that begins while another is under way may end both. */
class FakeContents {
  readonly asked: string[] = [];
  shown = '';
  #underWay: { url: string; resolve: () => void; reject: (error: Error) => void } | undefined;

  loadURL(url: string): Promise<void> {
    this.asked.push(url);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const before = this.#underWay;
    this.#underWay = { url, resolve, reject };
    if (before) {
      before.reject(this.#error(-3));
      this.fail(-3);
    }
    return promise;
  }

  stop(): void {
    this.fail(-3);
  }

  /** What is under way is there. */
  end(): void {
    this.shown = this.#underWay?.url ?? this.shown;
    this.#underWay?.resolve();
    this.#underWay = undefined;
  }

  fail(errno: number): void {
    this.#underWay?.reject(this.#error(errno));
    this.#underWay = undefined;
  }

  #error(errno: number): Error {
    return Object.assign(new Error(`(${errno}) loading ${this.#underWay?.url}`), { errno });
  }
}

let contents: FakeContents;
let said: string[];
let loader: PageLoader;
const turns = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers();
  contents = new FakeContents();
  said = [];
  loader = new PageLoader(contents, (reason) => said.push(reason));
});
afterEach(() => void vi.useRealTimers());

describe('the pages of a window', () => {
  it('are loaded one after the other, and the one that was asked for last shows, however fast they are asked for', async () => {
    const asked = ['database', 'plant', 'network', 'field'].map((step) => loader.load(status(step)));
    const last = loader.load(panel);
    contents.end();
    await turns();
    contents.end();
    expect(await Promise.all([...asked, last])).toEqual([true, false, false, false, true]);
    expect([contents.shown, contents.asked, said]).toEqual([panel, [status('database'), panel], []]);
  });

  it('do not wait for one of a server that hangs', async () => {
    const hung = loader.load(panel);
    const down = loader.load(status('down'));
    await turns();
    contents.end();
    expect(await Promise.all([hung, down])).toEqual([false, true]);
    expect(contents.shown).toBe(status('down'));
  });

  it('do not wait for ever for one of our own', async () => {
    void loader.load(status('database'));
    const next = loader.load(status('down'));
    await vi.advanceTimersByTimeAsync(1999);
    expect(contents.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    contents.end();
    expect(await next).toBe(true);
  });

  it('are asked for again where they were aborted though nobody wants another one', async () => {
    const shown = loader.load(panel);
    contents.fail(-3);
    await vi.advanceTimersByTimeAsync(1000);
    contents.end();
    expect([await shown, contents.asked, said]).toEqual([true, [panel, panel], []]);
  });

  it('are given up after three times', async () => {
    const shown = loader.load(panel);
    for (let times = 0; times < 3; times += 1) {
      contents.fail(-3);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect([await shown, contents.asked.length, said]).toEqual([false, 3, ['Error: (-3) loading http://127.0.0.1:8080/']]);
  });

  it('are not asked for again where the server is gone: its own events say so', async () => {
    const shown = loader.load(panel);
    contents.fail(-102);
    expect([await shown, contents.asked.length, said]).toEqual([false, 1, ['Error: (-102) loading http://127.0.0.1:8080/']]);
  });

  it('that were aborted are left where another one is wanted by then', async () => {
    const first = loader.load(panel);
    contents.fail(-3);
    await turns();
    const second = loader.load(status('down'));
    contents.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect([await first, await second, contents.asked]).toEqual([false, true, [panel, status('down')]]);
  });
});
