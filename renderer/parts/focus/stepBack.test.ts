import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stepBack } from './stepBack.ts';

const browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A list from which something was opened. */
const opened = (state: { fromList?: true } = { fromList: true }) => {
  const did: string[] = [];
  const steps = { location: { state }, back: () => void did.push('back') };
  return { did, steps, close: () => stepBack(steps, () => void did.push('replace')) };
};

test('closed twice at once, only the step that opened it is taken back', () => {
  const { did, close } = opened();
  close();
  close();
  expect(did).toEqual(['back']);
});

test('what a question kept open is closed by the next press', () => {
  const { did, close } = opened();
  close();
  browser.dispatchEvent(new Event('popstate'));
  close();
  expect(did).toEqual(['back', 'back']);
});

test('a browser that did not go back is asked again', () => {
  const { did, close } = opened();
  close();
  vi.advanceTimersByTime(1000);
  close();
  expect(did).toEqual(['back', 'back']);
});

test('what was opened by its address is closed in its place', () => {
  const { did, close } = opened({});
  close();
  expect(did).toEqual(['replace']);
});

test('once the list is there again nothing is taken back', () => {
  const { did, steps, close } = opened();
  close();
  steps.location.state = {};
  browser.dispatchEvent(new Event('popstate'));
  close();
  expect(did).toEqual(['back', 'replace']);
});
