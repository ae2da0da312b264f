import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure } from '../../core/fail.ts';

export type Lane = 'command' | 'poll' | 'scan';

export type Queued = {
  lane: Lane;
  /** Monotonic ms: a command is not sent after it, polls go in its order. */
  deadlineMs: number;
  /** Asked just before its turn; false takes it out of the queue. */
  isWanted?: (() => boolean) | undefined;
  reject(failure: Failure): void;
};

const commandLimit = 32;
/** Commands in a row before a waiting poll gets its turn: polls keep a fifth of the line under a flood of commands. */
const commandsPerPoll = 4;

/** What waits for one line: commands first, then polls by earliest deadline, then scans in order of arrival. */
export class Lanes<T extends Queued> {
  readonly #queues: Record<Lane, T[]> = { command: [], poll: [], scan: [] };
  #commandsInRow = 0;

  get depth(): [commands: number, polls: number, scans: number] {
    const { command, poll, scan } = this.#queues;
    return [command.length, poll.length, scan.length];
  }

  get earliestCommandDeadlineMs(): number | null {
    const deadlines = this.#queues.command.map(({ deadlineMs }) => deadlineMs);
    return deadlines.length === 0 ? null : Math.min(...deadlines);
  }

  /** Fails with `busy` when 32 commands wait. */
  push(job: T): void {
    const queue = this.#queues[job.lane];
    if (job.lane === 'command' && queue.length >= commandLimit)
      throw new Failure('busy', sayRemark('tooManyWait', { count: commandLimit }));
    queue.push(job);
  }

  /** The job whose turn it is. Those that came too late or are no longer wanted are rejected on the way. */
  take(nowMs: number): T | undefined {
    for (let job = this.#next(); job; job = this.#next()) {
      if (job.isWanted?.() === false) job.reject(new Failure('cancelled', 'no longer wanted'));
      else if (job.lane === 'command' && job.deadlineMs < nowMs) job.reject(commandTooLate());
      else {
        this.#commandsInRow = job.lane === 'command' ? this.#commandsInRow + 1 : 0;
        return job;
      }
    }
    return undefined;
  }

  /** Rejects the commands whose deadline is over, also while the line is down. */
  expire(nowMs: number): void {
    const late = this.#queues.command.filter(({ deadlineMs }) => deadlineMs < nowMs);
    this.#queues.command = this.#queues.command.filter(({ deadlineMs }) => deadlineMs >= nowMs);
    for (const job of late) job.reject(commandTooLate());
  }

  /** Rejects everything that waits in these lanes. */
  clear(lanes: readonly Lane[], failure: Failure): void {
    for (const lane of lanes) for (const job of this.#queues[lane].splice(0)) job.reject(failure);
  }

  #next(): T | undefined {
    const { command, poll, scan } = this.#queues;
    if (command.length > 0 && (poll.length === 0 || this.#commandsInRow < commandsPerPoll)) return command.shift();
    if (poll.length === 0) return scan.shift();
    return poll.length === 1 ? poll.pop() : takeEarliest(poll);
  }
}

const commandTooLate = (): Failure => new Failure('cancelled', sayRemark('deadlineInQueue', {}));

const takeEarliest = <T extends Queued>(queue: T[]): T | undefined => {
  let earliest = 0;
  for (let i = 1; i < queue.length; i += 1) {
    if ((queue[i]?.deadlineMs ?? 0) < (queue[earliest]?.deadlineMs ?? 0)) earliest = i;
  }
  return queue.splice(earliest, 1)[0];
};
