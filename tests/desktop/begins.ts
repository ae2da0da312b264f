import type { Reporter, TestCase } from '@playwright/test/reporter';
import { killDescendants } from './processes.ts';

/** @param limitMs of the whole run: one that hangs must say where, and must not take the time of what comes after it */
type Options = { limitMs: number };

/**
 * Names each test when it begins: where the whole is cut from outside, the last line says what ran. A run that is longer than its limit
 * is ended with all that it started, names the test that ran then, and fails.
 */
class Begins implements Reporter {
  readonly #limitMs: number;
  #runs = 'no test yet';
  #sinceMs = performance.now();

  constructor({ limitMs }: Options) {
    this.#limitMs = limitMs;
  }

  onBegin(): void {
    // not cleared at the end: a run that is over and does not end hangs as well
    setTimeout(() => this.#end(), this.#limitMs).unref();
  }

  onTestBegin({ title, location }: TestCase): void {
    this.#now(`${location.file.slice(location.file.lastIndexOf('/') + 1)}:${location.line} ${title}`);
    console.log(`  begins  ${this.#runs}`);
  }

  onTestEnd({ title }: TestCase): void {
    this.#now(`what comes after "${title}"`);
  }

  #now(runs: string): void {
    this.#runs = runs;
    this.#sinceMs = performance.now();
  }

  #end(): void {
    const seconds = Math.round((performance.now() - this.#sinceMs) / 1000);
    console.error(`FAILED  not ended within ${this.#limitMs / 60_000} minutes; for ${seconds} s ran ${this.#runs}`);
    killDescendants();
    process.exit(1);
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright loads it
export default Begins;
