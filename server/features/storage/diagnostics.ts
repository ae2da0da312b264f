import type { DesktopFile } from '../../contract/process/shell.ts';
import type { Clock } from '../../core/clock.ts';
import type { Jobs } from '../../core/jobs.ts';
import { plainFacts, plainLine } from '../../core/logging/plainFacts.ts';

export type DiagnosticsParts = {
  /** Facts by the name of their file; whatever they hold of secrets and people is left out here. */
  facts(): Readonly<Record<string, unknown>>;
  /** The newest lines of the log. */
  logLines(): readonly string[];
  /** Of the desktop that runs this server: its logs, and crash dumps where a person there allowed them. */
  desktopFiles?: (() => Promise<readonly DesktopFile[]>) | undefined;
  jobs: Jobs | undefined;
  clock: Clock;
};

/** They are wanted most on a PC that is busy, and job processes have what others leave. */
const LONGEST_MS = 600_000;

type ArchiveFile = { name: string; text: string } | { name: string; base64: string };

/** Below a folder of their own; their lines are hidden as the server's own are, after the desktop hid what it knows. */
const inFolder = ({ name, kind, content }: DesktopFile): ArchiveFile =>
  kind === 'base64'
    ? { name: `desktop/dumps/${name}`, base64: content }
    : { name: `desktop/${name}`, text: name.endsWith('.log') ? content.split('\n').map(plainLine).join('\n') : content };

/** The archive for support, made by a job process of what the server hands over. @throws Failure of the job. */
export const makeDiagnostics = async (
  { facts, logLines, desktopFiles, jobs, clock }: DiagnosticsParts,
  signal: AbortSignal,
): Promise<{ body: Buffer; fileName: string; contentType: string }> => {
  const nowMs = clock.now();
  const files = Object.entries(facts()).map(([name, value]) =>
    typeof value === 'string'
      ? { name: `${name}.txt`, text: value }
      : { name: `${name}.json`, text: `${JSON.stringify(plainFacts(value), undefined, 2)}\n` },
  );
  const log = logLines().map(plainLine).join('\n');
  const desktop: ArchiveFile[] = ((await desktopFiles?.()) ?? []).map(inFolder);
  const order = { nowMs, files: [...files, { name: 'log.jsonl', text: `${log}\n` }, ...desktop] };
  const made = await jobs?.run('diagnostics', order, { signal, timeLimitMs: LONGEST_MS });
  return {
    body: Buffer.from(made as Uint8Array),
    fileName: `headworks-diagnostics-${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.zip`,
    contentType: 'application/zip',
  };
};
