import type { Clock } from '../../core/clock.ts';
import type { Jobs } from '../../core/jobs.ts';
import { plainFacts, plainLine } from '../../core/logging/plainFacts.ts';

export type DiagnosticsParts = {
  /** Facts by the name of their file; whatever they hold of secrets and people is left out here. */
  facts(): Readonly<Record<string, unknown>>;
  /** The newest lines of the log. */
  logLines(): readonly string[];
  jobs: Jobs | undefined;
  clock: Clock;
};

const LONGEST_MS = 120_000;

/** The archive for support, made by a job process of what the server hands over. @throws Failure of the job. */
export const makeDiagnostics = async (
  { facts, logLines, jobs, clock }: DiagnosticsParts,
  signal: AbortSignal,
): Promise<{ body: Buffer; fileName: string; contentType: string }> => {
  const nowMs = clock.now();
  const files = Object.entries(facts()).map(([name, value]) =>
    typeof value === 'string'
      ? { name: `${name}.txt`, text: value }
      : { name: `${name}.json`, text: `${JSON.stringify(plainFacts(value), undefined, 2)}\n` },
  );
  const log = logLines().map(plainLine).join('\n');
  const order = { nowMs, files: [...files, { name: 'log.jsonl', text: `${log}\n` }] };
  const made = await jobs?.run('diagnostics', order, { signal, timeLimitMs: LONGEST_MS });
  return {
    body: Buffer.from(made as Uint8Array),
    fileName: `headworks-diagnostics-${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.zip`,
    contentType: 'application/zip',
  };
};
