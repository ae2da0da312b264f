import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Copy } from './copy.ts';
import { processorMs } from './processor.ts';
import type { Answer, Ask, Started } from './warm.ts';

/** `by`: the test file that failed, `timeout`, or nothing where the mutant survived. */
export type Verdict = { isKilled: boolean; by: string; ms: number };

/** How many times longer than the first limit the second is where the mutant did not have the processor: a busy machine must not count as a kill. */
const SECOND_LIMIT = 3;
/** Part of its limit from which on a mutant did have the processor. */
const MOST_OF_LIMIT = 0.7;

/** What a mutant whose tests did not end has the second time: nothing counts as killed by its limit alone that was tried once. */
export const secondLimitMs = (limitMs: number, usedMs: number): number =>
  usedMs < MOST_OF_LIMIT * limitMs ? SECOND_LIMIT * limitMs : limitMs;

/** Runs tests on changed files of a copy in a warm process, which is replaced when a change keeps it from ending. */
export class Runner {
  readonly #root: string;
  readonly #temporary: string;
  readonly #workers: number;
  #tests: readonly string[] = [];
  #child: ChildProcess | undefined;
  #lastId = 0;
  /** Processor time that the last mutant had which reached its limit. */
  #usedMs = 0;

  /** @param workers test files that are run at the same time. */
  constructor({ root, temporary }: Pick<Copy, 'root' | 'temporary'>, workers: number) {
    this.#root = root;
    this.#temporary = temporary;
    this.#workers = workers;
  }

  /** The test files that can be run. */
  async tests(): Promise<readonly string[]> {
    if (!this.#child) await this.#start();
    return this.#tests;
  }

  /** The tests as they are; every one of them has to pass before a mutant proves anything. */
  async baseline(tests: string[], timeoutMs: number): Promise<Answer> {
    const answer = await this.#ask({ changed: [], tests, stopAtFirst: false }, timeoutMs);
    if (!answer) throw new Error(`tests without any mutant did not end in ${timeoutMs} ms: ${tests.join(' ')}`);
    return answer;
  }

  /** Writes a mutant into the copy, runs groups of tests until one fails, and puts the file back. */
  async judge(file: string, text: string, groups: string[][], timeoutOf: (tests: string[]) => number): Promise<Verdict> {
    const path = join(this.#root, file);
    const original = readFileSync(path, 'utf8');
    const startedMs = performance.now();
    const verdict = (by: string): Verdict => ({ isKilled: by !== '', by, ms: performance.now() - startedMs });
    writeFileSync(path, text);
    try {
      for (const tests of groups.filter(({ length }) => length > 0)) {
        const asked = { changed: [file], tests, stopAtFirst: true };
        const timeoutMs = timeoutOf(tests);
        const answer = (await this.#ask(asked, timeoutMs)) ?? (await this.#ask(asked, secondLimitMs(timeoutMs, this.#usedMs)));
        if (!answer) return verdict('timeout');
        if (!answer.isGreen) return verdict(answer.failed[0]?.slice(this.#root.length + 1) ?? 'an unhandled error');
      }
      return verdict('');
    } finally {
      writeFileSync(path, original);
      if (this.#child) await this.#ask({ changed: [file], tests: [], stopAtFirst: true }, timeoutOf([]));
    }
  }

  /** Ends the process and every worker of it. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child?.pid) return;
    const isOver = child.exitCode !== null || child.signalCode !== null;
    const ended = isOver ? undefined : once(child, 'exit');
    try {
      // servers that its tests started are of its group, also where it ended by itself
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // nobody of the group is left
    }
    await ended;
    rmSync(this.#temporary, { recursive: true, force: true });
    mkdirSync(this.#temporary);
  }

  async #ask(asked: Omit<Ask, 'id'>, timeoutMs: number): Promise<Answer | undefined> {
    const child = this.#child ?? (await this.#start());
    this.#lastId += 1;
    const id = this.#lastId;
    child.send({ ...asked, id });
    const waiting = new AbortController();
    const hadMs = processorMs(child.pid ?? 0);
    const timer = setTimeout(() => waiting.abort(), timeoutMs);
    try {
      for (;;) {
        const [answer] = (await Promise.race([
          once(child, 'message', { signal: waiting.signal }),
          once(child, 'exit', { signal: waiting.signal }).then(() => waiting.abort()),
        ])) as [Answer];
        if (answer.id === id) return answer;
      }
    } catch (error) {
      if (!waiting.signal.aborted) throw error;
      this.#usedMs = processorMs(child.pid ?? 0) - hadMs;
      await this.stop();
      return undefined;
    } finally {
      clearTimeout(timer);
      waiting.abort();
    }
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'warm.ts'), [String(this.#workers)], {
      cwd: this.#root,
      env: { ...process.env, TMPDIR: this.#temporary },
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (typeof first !== 'object') throw new Error('vitest did not start');
    this.#tests = (first as Started).tests;
    return child;
  }
}
