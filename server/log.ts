import { type Logger, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { type LogLevel, logLevels } from './contract/plant/program.ts';
import { HIDDEN, hideTokens, isSecret } from './contract/process/secrets.ts';
import type { Log } from './core/log.ts';
import { showControl } from './core/text/controlCharacters.ts';

/** Where lines go: a file descriptor's stream, a file, a test's buffer. */
type LogDestination = { write(line: string): void };

/** Without tokens, and without what would steer the terminal of who reads it. */
const written = (text: string): string => showControl(hideTokens(text));

const MAX_DEPTH = 6;
const clean = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return written(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (value instanceof Error) return clean(pino.stdSerializers.err(value), depth + 1);
  if (Array.isArray(value)) return value.map((one) => clean(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [written(name), isSecret(name) ? HIDDEN : clean(one, depth + 1)]),
  );
};

const oneLine = (text: unknown): string => String(text ?? '').replaceAll(/\r?\n/g, '\\n');

/** What a person at a terminal sees: a message is one line, and so is what precedes it. */
export const onTerminal = {
  translateTime: 'SYS:yyyy-mm-dd HH:MM:ss.l',
  sync: true,
  messageFormat: (line: Record<string, unknown>, key: string) => oneLine(line[key]),
  customPrettifiers: { name: oneLine, pid: oneLine, hostname: oneLine, caller: oneLine },
} as const;

const wrap = (logger: Logger): Log => {
  const forced = logger.child({}, { level: 'info' });
  const at =
    (level: LogLevel) =>
    (fields: object, message: string): void => {
      if (logger.isLevelEnabled(level)) logger[level](clean(fields), written(message));
    };
  const [debug, info, warn, error] = logLevels.map(at) as [Log['debug'], Log['info'], Log['warn'], Log['error']];
  const always: Log['always'] = (fields, message) => forced.info(clean(fields), written(message));
  return { debug, info, warn, error, always, child: (fields) => wrap(logger.child(clean(fields) as object)) };
};

const copying = (destination: LogDestination, copy: (line: string) => void): LogDestination => ({
  write: (line) => {
    copy(line.trimEnd());
    destination.write(line);
  },
});

/**
 * JSON lines, or readable ones where a person looks on; secrets are hidden in fields, messages and errors.
 * @param copy is given every line too.
 */
export const createLog = (
  level: LogLevel,
  destination: LogDestination = process.stdout.isTTY ? PinoPretty({ ...onTerminal, colorize: true }) : process.stdout,
  copy?: (line: string) => void,
): Log =>
  wrap(
    pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        // pino has turned errors into plain objects already
        serializers: { err: (plain) => plain },
      },
      copy ? copying(destination, copy) : destination,
    ),
  );
