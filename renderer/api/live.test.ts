import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveValues } from '../state/liveValues.ts';
import { PlantClock } from '../state/now.ts';
import { LiveLink } from './live.ts';

const startMs = Date.parse('2025-11-21T08:00:00Z');

/** Stands in for the browser's socket: the test is the server. */
class FakeSocket {
  static made: FakeSocket[] = [];
  readonly sent: unknown[] = [];
  closed = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly url: string;
  readonly protocols: string[];

  constructor(url: string, protocols: string[]) {
    this.url = url;
    this.protocols = protocols;
    FakeSocket.made.push(this);
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  close(): void {
    this.closed = true;
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify({ v: 1, at: new Date().toISOString(), industryId: 'DEMO', ...message }) });
  }
}

const last = (): FakeSocket => {
  const socket = FakeSocket.made.at(-1);
  if (socket === undefined) throw new Error('no socket was opened');
  return socket;
};
const settle = () => vi.advanceTimersByTimeAsync(0);

let values: LiveValues;
let link: LiveLink;
let token: () => Promise<string>;

beforeEach(async () => {
  vi.useFakeTimers({ now: startMs });
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'plant:8080' });
  const windowEvents = new EventTarget();
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal('removeEventListener', windowEvents.removeEventListener.bind(windowEvents));
  values = new LiveValues();
  token = async () => 'tok';
  link = new LiveLink(values, new PlantClock(), () => token());
  link.start();
  await settle();
});
afterEach(() => {
  link.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the live link', () => {
  it('keeps the token out of the address and subscribes once the server has greeted', () => {
    expect(last().url).toBe('ws://plant:8080/api/user/live');
    expect(last().protocols).toEqual(['bearer', 'tok']);
    expect(link.connection().state).toBe('connecting');
    last().says({ type: 'hello' });
    expect(link.connection().state).toBe('open');
    expect(last().sent).toEqual([
      { type: 'subscribe', topic: 'beat' },
      { type: 'subscribe', topic: 'readings', units: [] },
    ]);
  });

  it('asks for the units that are looked at, in one message for all of a page, and for all where the plant is', async () => {
    const look = (unitId: string) => values.subscribe(unitId, () => undefined);
    last().says({ type: 'hello' });
    const asked = () => last().sent.slice(2);
    const leave = ['a', 'b', 'a'].map(look);
    await vi.advanceTimersByTimeAsync(700);
    expect(asked()).toEqual([{ type: 'subscribe', topic: 'readings', units: ['a', 'b'] }]);
    const leaveWhole = values.wantAll();
    await vi.advanceTimersByTimeAsync(700);
    expect(asked()[1]).toEqual({ type: 'subscribe', topic: 'readings' });
    // what is no longer looked at comes for a while, and then ends
    leaveWhole();
    for (const one of leave.slice(1)) one();
    for (let beat = 0; beat < 3; beat += 1) {
      await vi.advanceTimersByTimeAsync(3000);
      last().says({ type: 'beat', newestValueAt: null });
    }
    expect(asked()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked()[2]).toEqual({ type: 'subscribe', topic: 'readings', units: ['a'] });
  });

  it('asks anew on each connection, and says no more to one that is gone', async () => {
    last().says({ type: 'hello' });
    last().onclose?.();
    values.subscribe('a', () => undefined);
    await vi.advanceTimersByTimeAsync(1001);
    const [gone, now] = FakeSocket.made;
    expect(gone?.sent).toHaveLength(2);
    last().says({ type: 'hello' });
    expect(now?.sent).toContainEqual({ type: 'subscribe', topic: 'readings', units: ['a'] });
  });

  it('stays far below the messages that the server takes, however fast one scrolls', async () => {
    last().says({ type: 'hello' });
    for (let row = 0; row < 500; row += 1) {
      const leave = values.subscribe(`unit ${row}`, () => undefined);
      await vi.advanceTimersByTimeAsync(20);
      leave();
    }
    // 30 in 10 s end the connection
    expect(last().sent.length).toBeLessThan(20);
  });

  it('knows the newest value of the plant by the beat, also of units that nobody looks at', () => {
    last().says({ type: 'hello' });
    last().says({ type: 'beat', newestValueAt: '2025-11-21T07:59:58.000Z' });
    last().says({ type: 'beat', newestValueAt: null });
    expect(values.newestAtMs()).toBe(startMs - 2000);
  });

  it('hands on each alarm message, and goes on after the last one when it comes back', async () => {
    const received: (string | null)[] = [];
    link.onDurable((message) => received.push(message?.id ?? null));
    last().says({ type: 'hello' });
    last().says({ type: 'alert', id: '41', title: 'T', body: 'B' });
    last().onclose?.();
    await vi.advanceTimersByTimeAsync(1001);
    last().says({ type: 'hello' });
    expect(last().sent[0]).toEqual({ type: 'resume', after: '41' });
    last().says({ type: 'alert_cleared', id: '44', title: 'T', body: 'B' });
    last().says({ type: 'resumed', lastId: '44', gap: false });
    expect(received).toEqual(['41', '44']);
  });

  it('says where messages of the outage are no longer kept', async () => {
    const received: unknown[] = [];
    last().says({ type: 'hello' });
    last().says({ type: 'alert', id: '41', title: 'T', body: 'B' });
    link.onDurable((message) => received.push(message));
    last().says({ type: 'resumed', lastId: '90', gap: true });
    expect(received).toEqual([null]);
  });

  it('takes readings and leaves alone what it does not understand', () => {
    last().says({ type: 'hello' });
    last().onmessage?.({ data: 'not json' });
    last().says({ type: 'from the future' });
    last().says({
      type: 'reading',
      values: [{ unitId: 'u', param: 'flow', value: 3, quality: 'GOOD', at: '2025-11-21T07:59:59Z' }],
    });
    expect(values.get('u', 'flow')?.value).toBe(3);
  });

  it('comes back after a loss, waiting longer each time up to 8 s', async () => {
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      last().onclose?.();
      const state = link.connection();
      if (state.state !== 'waiting') throw new Error(`is ${state.state}`);
      waits.push(state.untilMs - Date.now());
      await vi.advanceTimersByTimeAsync(state.untilMs - Date.now() + 1);
    }
    waits.forEach((wait, attempt) => {
      const full = Math.min(8000, 1000 * 2 ** attempt);
      expect(wait).toBeGreaterThanOrEqual(full / 2 - 1);
      expect(wait).toBeLessThanOrEqual(full);
    });
    expect(FakeSocket.made).toHaveLength(9);
  });

  it('starts with short waits again after it was connected', async () => {
    for (let attempt = 0; attempt < 4; attempt++) {
      last().onclose?.();
      const state = link.connection();
      await vi.advanceTimersByTimeAsync(state.state === 'waiting' ? state.untilMs - Date.now() + 1 : 0);
    }
    last().says({ type: 'hello' });
    last().onclose?.();
    const state = link.connection();
    expect(state.state === 'waiting' && state.untilMs - Date.now()).toBeLessThanOrEqual(1000);
  });

  it('lives by the beat, and is lost within 5 s without one, known up to the last', async () => {
    last().says({ type: 'hello' });
    for (let beat = 0; beat < 10; beat++) {
      await vi.advanceTimersByTimeAsync(2000);
      last().says({ type: 'beat', newestValueAt: null });
    }
    expect(link.connection().state).toBe('open');
    const lastBeatMs = Date.now();
    await vi.advanceTimersByTimeAsync(5000);
    const state = link.connection();
    expect(state.state).not.toBe('open');
    expect('lostSinceMs' in state && state.lostSinceMs).toBe(lastBeatMs);
    expect(FakeSocket.made[0]?.closed).toBe(true);
  });

  it('calls a server that takes the connection and says nothing lost within 5 s', async () => {
    expect(link.connection()).toEqual({ state: 'connecting', lostSinceMs: null });
    await vi.advanceTimersByTimeAsync(5000);
    // counted from the start: a page says it 1.5 s after that time at the earliest (state/useLink.ts)
    expect(link.connection()).toMatchObject({ lostSinceMs: startMs });
  });

  it('tries at once when asked', async () => {
    last().onclose?.();
    link.retry();
    await settle();
    expect(FakeSocket.made).toHaveLength(2);
  });

  it('waits where there is no token, and ends for good when stopped', async () => {
    token = async () => Promise.reject(new Error('the session is over'));
    last().onclose?.();
    await vi.advanceTimersByTimeAsync(1001);
    expect(link.connection().state).toBe('waiting');
    link.stop();
    link.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(link.connection()).toEqual({ state: 'off' });
  });

  it('corrects a wrong clock by the server’s', () => {
    const clock = new PlantClock();
    const other = new LiveLink(values, clock, async () => 'tok');
    other.start();
    return settle().then(() => {
      last().onmessage?.({
        data: JSON.stringify({ v: 1, type: 'hello', at: new Date(startMs + 600_000).toISOString(), industryId: 'DEMO' }),
      });
      expect(clock.now()).toBe(startMs + 600_000);
      other.stop();
    });
  });
});
