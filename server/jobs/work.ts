import { faults } from '../contract/errors.ts';
import { type JobOrder, type JobReport, type JobSetting, jobOrder } from '../contract/process/jobs.ts';
import { isFailure, messageOf } from '../core/fail.ts';
import { isNoRoom } from '../db/diskFaults.ts';

/** Does the work of one kind; answers something that can be sent to another process, and may give parts of it before. */
export type Work = (input: unknown, signal: AbortSignal, give: (batch: unknown) => void) => Promise<unknown>;

export type JobLine = { post(report: JobReport): void; onOrder(listener: (order: unknown) => void): void };

const failureOf = (id: number, error: unknown): JobReport => {
  if (!isFailure(error) || !(error.code in faults))
    return { type: 'failed', id, fault: isNoRoom(error) ? 'storageFull' : 'server', message: messageOf(error) };
  const { errors } = error.details;
  return { type: 'failed', id, fault: error.code as keyof typeof faults, message: error.message, ...(errors && { errors }) };
};

type Memory = {
  /** Whether the next order should go to a fresh process. */
  isFull(): boolean;
  /** Frees the memory that orders left; called when none is waiting. */
  tidy(): void;
};

/** Takes orders from the line, one after the other, and answers each. */
export const serveWork = (line: JobLine, kinds: ReadonlyMap<string, Work>, { isFull, tidy }: Memory): void => {
  const running = new Map<number, AbortController>();
  const work = async ({ id, kind, input }: Extract<JobOrder, { type: 'work' }>): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const doIt = kinds.get(kind);
      if (!doIt) throw new Error(`there is no work of kind ${kind}`);
      const give = (batch: unknown): void => line.post({ type: 'batch', id, batch });
      line.post({ type: 'done', id, result: await doIt(input, abort.signal, give), isFull: isFull() });
    } catch (error) {
      line.post(failureOf(id, error));
    } finally {
      running.delete(id);
      if (running.size === 0) tidy();
    }
  };
  line.onOrder((sent) => {
    const order = jobOrder.parse(sent);
    if (order.type === 'work') void work(order);
    else running.get(order.id)?.abort(new Error('cancelled'));
  });
  line.post({ type: 'ready' });
};

const WATCH_MS = 200;
/** What one report leaves behind is given back late; the next one starts in a fresh process from here on. */
const FULL_PART = 0.5;

export const ownMemory = ({ memoryBytes }: JobSetting): Memory => ({
  isFull: () => process.memoryUsage.rss() > FULL_PART * memoryBytes,
  // otherwise the garbage of one report stays until the next one nears the heap limit
  tidy: () => globalThis.gc?.(),
});

/** Ends the process when it holds more memory than it may; V8 guards its own heap besides. */
export const watchMemory = ({ memoryBytes }: JobSetting): void => {
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.exit(137);
  }, WATCH_MS).unref();
};
