import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/call.ts';
import { AckQueue } from './ackQueue.ts';

const away = new ApiError({ kind: 'unreachable' });
const refusal = new ApiError({
  kind: 'refused',
  http: 404,
  body: { status: 'error', code: 404, message: '', requestId: 'r' },
});
const over = new ApiError({
  kind: 'refused',
  http: 401,
  body: { status: 'error', code: 440, message: '', requestId: 'r' },
});
const elsewhere = new ApiError({ kind: 'unreadable', http: 200, requestId: null, detail: 'status' });

let stored: Map<string, string>;
let sent: string[];
let answer: () => Promise<unknown>;
let userId: string | null;
const storage = () =>
  ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }) as Storage;
const newQueue = (kept = storage()) =>
  new AckQueue(
    kept,
    () => userId,
    async (id) => {
      sent.push(id);
      await answer();
    },
  );
const idsOf = (queue: AckQueue) => queue.waiting().map(({ alarmId }) => alarmId);

beforeEach(() => {
  stored = new Map();
  sent = [];
  answer = async () => {};
  userId = 'asha';
});

test('an acknowledgement goes at once and is gone when the server has it', async () => {
  const queue = newQueue();
  queue.add('a');
  expect(idsOf(queue)).toEqual(['a']);
  await new Promise((done) => setTimeout(done));
  expect(sent).toEqual(['a']);
  expect(idsOf(queue)).toEqual([]);
});

test('without a server it waits through a reload, in order, each once, and goes when the link is back', async () => {
  answer = () => Promise.reject(away);
  const queue = newQueue();
  queue.add('a');
  queue.add('b');
  queue.add('a');
  await new Promise((done) => setTimeout(done));
  expect(idsOf(queue)).toEqual(['a', 'b']);

  answer = async () => {};
  sent = [];
  const reloaded = newQueue();
  await reloaded.flush();
  expect(sent).toEqual(['a', 'b']);
  expect(idsOf(reloaded)).toEqual([]);
});

test('one that failed while the connection was up is sent again by itself, after a longer time each', async () => {
  vi.useFakeTimers();
  try {
    answer = async () => {
      throw away;
    };
    const queue = newQueue();
    queue.add('a');
    await vi.advanceTimersByTimeAsync(900);
    expect(sent).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(200);
    expect(sent).toEqual(['a', 'a']);
    await vi.advanceTimersByTimeAsync(1800);
    expect(sent).toEqual(['a', 'a']);
    answer = async () => {};
    await vi.advanceTimersByTimeAsync(300);
    expect(sent).toEqual(['a', 'a', 'a']);
    expect(idsOf(queue)).toEqual([]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test('one that is taken back is not sent', async () => {
  answer = () => Promise.reject(away);
  const queue = newQueue();
  queue.add('a');
  await new Promise((done) => setTimeout(done));
  queue.takeBack('a');
  answer = async () => {};
  sent = [];
  await queue.flush();
  expect(sent).toEqual([]);
});

test('one that the server refuses does not wait for ever, and says so', async () => {
  answer = () => Promise.reject(refusal);
  const queue = newQueue();
  queue.add('a');
  await new Promise((done) => setTimeout(done));
  expect(idsOf(queue)).toEqual([]);
  expect(queue.refused()).toBe('a');
});

test('those of another person wait for that person', async () => {
  answer = () => Promise.reject(away);
  const queue = newQueue();
  queue.add('a');
  await new Promise((done) => setTimeout(done));
  userId = 'ravi';
  answer = async () => {};
  sent = [];
  await queue.flush();
  expect(sent).toEqual([]);
  expect(idsOf(queue)).toEqual(['a']);
});

test('what one tab adds without a server another tab keeps, sends once, and sees taken back', async () => {
  answer = () => Promise.reject(away);
  const [one, other] = [newQueue(), newQueue()];
  one.add('a');
  other.add('b');
  one.add('c');
  await new Promise((done) => setTimeout(done));
  expect(idsOf(newQueue())).toEqual(['a', 'b', 'c']);
  other.takeBack('c');
  answer = async () => {};
  sent = [];
  await one.flush();
  await other.flush();
  expect(sent).toEqual(['a', 'b']);
  expect([idsOf(one), idsOf(other), idsOf(newQueue())]).toEqual([[], [], []]);
});

test('one that is met by the end of the session waits for the same person, as those behind it', async () => {
  answer = async () => {
    await Promise.resolve();
    // what the session does with such an answer before it throws
    userId = null;
    throw over;
  };
  const queue = newQueue();
  queue.add('a');
  queue.add('b');
  await new Promise((done) => setTimeout(done));
  expect(idsOf(queue)).toEqual(['a', 'b']);
  expect(queue.refused()).toBeNull();
  userId = 'asha';
  answer = async () => {};
  sent = [];
  await queue.flush();
  expect(sent).toEqual(['a', 'b']);
});

test('one that somebody else on the way answers, such as a page to sign in to the network, waits', async () => {
  answer = () => Promise.reject(elsewhere);
  const queue = newQueue();
  queue.add('a');
  await new Promise((done) => setTimeout(done));
  expect(idsOf(queue)).toEqual(['a']);
  answer = async () => {};
  await queue.flush();
  expect(idsOf(queue)).toEqual([]);
});

test('one that the server has stays in view until the alarms were read after it', async () => {
  const queue = newQueue();
  queue.add('a');
  await new Promise((done) => setTimeout(done));
  expect([idsOf(queue), [...queue.arrived()]]).toEqual([[], ['a']]);
  const before = queue.arrived();
  queue.add('b');
  await new Promise((done) => setTimeout(done));
  queue.wereRead(before);
  expect([...queue.arrived()]).toEqual(['b']);
});

const full = (): Storage => ({
  ...storage(),
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: () => {
    throw new DOMException('', 'QuotaExceededError');
  },
});

test('in a browser without room it goes all the same, and waits in memory where there is no server', async () => {
  const queue = newQueue(full());
  queue.add('a');
  await new Promise((done) => setTimeout(done));
  expect([sent, idsOf(queue)]).toEqual([['a'], []]);
  answer = () => Promise.reject(away);
  queue.add('b');
  await new Promise((done) => setTimeout(done));
  queue.readStored();
  expect(idsOf(queue)).toEqual(['b']);
  answer = async () => {};
  await queue.flush();
  expect([sent, idsOf(queue)]).toEqual([['a', 'b', 'b'], []]);
});

test('a tab whose browser had no room for a while forgets nothing that another tab added or took back meanwhile', async () => {
  answer = () => Promise.reject(away);
  let hasRoom = true;
  const tight = {
    ...storage(),
    setItem: (key: string, value: string) => {
      if (!hasRoom) throw new DOMException('no room', 'QuotaExceededError');
      stored.set(key, value);
    },
  } as Storage;
  const [one, other] = [newQueue(tight), newQueue()];
  one.add('a');
  one.add('b');
  hasRoom = false;
  one.add('c');
  one.takeBack('b');
  other.add('d');
  other.takeBack('a');
  one.readStored();
  expect(idsOf(one)).toEqual(['d', 'c']);
  hasRoom = true;
  one.add('e');
  other.readStored();
  expect(idsOf(other)).toEqual(['d', 'c', 'e']);
  expect(idsOf(one)).toEqual(['d', 'c', 'e']);
});
