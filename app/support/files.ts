import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hidePaths, hideTokens, isSecret } from '../../server/contract/process/secrets.ts';
import type { DesktopFile } from '../../server/contract/process/shell.ts';
import type { Paths } from '../launch/paths.ts';

const secretName =
  /^(?:.*[-_])?(?:pass(?:word|phrase)?|secret|token|otp|pin|code|authorization|cookie|api[-_]?key|private[-_]?key)$/i;
const withoutAddress = (word: string): string => {
  const [name = '', host = ''] = word.split('@');
  return name !== '' && host.includes('.') ? '[address]' : word;
};

type Instead = string | ((found: string) => string);
/** What may open something, or says who somebody is; in logs of this program and of its server. */
const secrets: readonly (readonly [RegExp, Instead])[] = [
  [/\bsetup code \S+/gi, 'setup code [removed]'],
  [
    /("?(?:pass(?:word|phrase)?|secret|token|otp|pin|authorization|cookie|api[-_]?key|private[-_]?key)"?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|[^\s,;&}]+)/gi,
    '$1[removed]',
  ],
  [/[\w.+@-]+/g, withoutAddress],
  [/(?<![\w.:-])\+?\d{10,14}(?![\w.:-])/g, '[number]'],
];
const redacted = (text: string): string =>
  secrets.reduce(
    (rest, [pattern, instead]) => (typeof instead === 'string' ? rest.replace(pattern, instead) : rest.replace(pattern, instead)),
    hidePaths(hideTokens(text)),
  );

/** A line of a log is JSON, and a text in it may hold JSON again: what is escaped there is read as what it says. */
const redactedLine = (line: string): string => {
  try {
    const hide = (name: string, value: unknown): unknown => {
      if ((secretName.test(name) || isSecret(name)) && typeof value === 'string') return '[removed]';
      return typeof value === 'string' ? redacted(value) : value;
    };
    const found: unknown = JSON.parse(line);
    return typeof found === 'object' ? JSON.stringify(found, hide) : redacted(line);
  } catch {
    return redacted(line);
  }
};

/** A text without secrets, for support. */
export const withoutSecrets = (text: string): string => hideTokens(text).split('\n').map(redactedLine).join('\n');

export type SupportParts = {
  paths: Pick<Paths, 'logs' | 'settings' | 'updates'>;
  /** Folder of crash dumps. They hold what was in memory: only where a person says so. */
  crashDumps: string;
  withDumps: boolean;
  facts: Record<string, unknown>;
};

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const namesIn = (folder: string, ending: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
  } catch {
    return [];
  }
};

/**
 * Puts what support needs of the desktop into a new folder: its logs and those of its server without secrets, its settings, what it did last as
 * an update, names of crash dumps, and the dumps where asked. The panel's diagnostics have what the plant itself knows.
 */
export const saveForSupport = (folder: string, { paths, crashDumps, withDumps, facts }: SupportParts): void => {
  mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 });
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), withoutSecrets(text), { mode: 0o600 });
  for (const name of namesIn(paths.logs, '.log')) put(join('logs', basename(name)), textOf(join(paths.logs, name)) ?? '');
  for (const path of [paths.settings, join(paths.updates, 'update.json')]) {
    const text = textOf(path);
    if (text !== undefined) put(basename(path), text);
  }
  const dumps = namesIn(crashDumps, '.dmp');
  put('facts.json', JSON.stringify({ ...facts, crashDumps: dumps }, null, 2));
  if (!withDumps || dumps.length === 0) return;
  mkdirSync(join(folder, 'dumps'), { mode: 0o700 });
  for (const name of dumps) copyFileSync(join(crashDumps, name), join(folder, 'dumps', basename(name)));
};

/** Most of each, the newest first: a program that cannot read its own logs in a second is no help. */
const MOST_LOG_BYTES = 4_000_000;
const MOST_DUMP_BYTES = 20_000_000;

/** The newest files of a folder, oldest last, as far as they fit. */
const newestWithin = (folder: string, names: readonly string[], mostBytes: number): string[] => {
  let bytes = 0;
  return names
    .map((name) => ({ name, ...statSync(join(folder, name)) }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .filter(({ size }) => {
      bytes += size;
      return bytes <= mostBytes;
    })
    .map(({ name }) => name);
};

/** The same for the archive that the server makes: the newest logs without secrets, settings, the last update, dumps where asked. */
export const filesForDiagnostics = ({ paths, crashDumps, withDumps, facts }: SupportParts): DesktopFile[] => {
  const dumps = namesIn(crashDumps, '.dmp');
  const texts = ['shell', 'server'].flatMap((program) =>
    newestWithin(
      paths.logs,
      namesIn(paths.logs, '.log').filter((name) => name.startsWith(`${program}.`)),
      MOST_LOG_BYTES,
    ).map((name) => join(paths.logs, name)),
  );
  return [
    ...[...texts, paths.settings, join(paths.updates, 'update.json')].flatMap((path): DesktopFile[] => {
      const text = textOf(path);
      return text === undefined ? [] : [{ name: basename(path), kind: 'text', content: withoutSecrets(text) }];
    }),
    {
      ...{ name: 'facts.json', kind: 'text' },
      content: withoutSecrets(JSON.stringify({ ...facts, crashDumps: dumps }, null, 2)),
    },
    ...(withDumps ? newestWithin(crashDumps, dumps, MOST_DUMP_BYTES) : []).map(
      (name): DesktopFile => ({
        ...{ name: basename(name), kind: 'base64' },
        content: readFileSync(join(crashDumps, name)).toString('base64'),
      }),
    ),
  ];
};
