import { parseArgs } from 'node:util';

export type Launch = {
  /** What the server is started with; nothing that the shell, Chromium or a debugger is meant by. */
  server: string[];
  /** The data folder, where one was named. */
  dataFolder: string | undefined;
  /** Autostart: only the tray shows. */
  isHidden: boolean;
  /** headworks://… that a person followed. */
  link: string | undefined;
};

const LINK = /^headworks:/i;

/**
 * What of a command line is whose. Unknown switches are Chromium's or a debugger's and are left alone.
 * A link is written by whoever made a web page: a command line that holds one sets nothing.
 * @param argv without the program and, unpacked, its folder
 */
export const readLaunch = (argv: readonly string[]): Launch => {
  const link = argv.find((argument) => LINK.test(argument));
  if (link !== undefined) return { server: [], dataFolder: undefined, isHidden: false, link };
  const { values } = parseArgs({
    args: [...argv],
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      demo: { type: 'boolean' },
      hidden: { type: 'boolean' },
    },
    strict: false,
    allowPositionals: true,
  });
  const given = (['port', 'host'] as const).flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [`--${name}`, value] : [];
  });
  return {
    server: [...given, ...(values.demo === true ? ['--demo'] : [])],
    dataFolder: typeof values.data === 'string' ? values.data : undefined,
    isHidden: values.hidden === true,
    link: undefined,
  };
};
