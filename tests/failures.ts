/** What failed in a suite, from the report that its runner writes as JSON: a line each, so that the end of a long output says it too. */

type VitestReport = {
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] | null }[];
  }[];
};
type BrowserSuite = {
  specs?: readonly {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: readonly { results: readonly { status: string; errors: readonly { message?: string }[] }[] }[];
  }[];
  suites?: readonly BrowserSuite[];
};
type BrowserReport = { suites: readonly BrowserSuite[]; errors?: readonly { message?: string }[] };

const LONGEST = 600;
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** An error in one line, without its stack. */
const inOneLine = (message: string): string => {
  const [said = ''] = message.replace(colours, '').split(/\n\s+at /);
  return said.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
};

const failure = (what: string, messages: readonly (string | undefined)[]): string =>
  `${what}: ${inOneLine(messages.find((message) => message !== undefined && message !== '') ?? 'no reason was given')}`;

/** Failed tests of Vitest, and files that could not be run. */
export const failuresOfVitest = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [failure(name, [message])];
    return failed.map(({ fullName, failureMessages }) => failure(`${name}, ${fullName}`, failureMessages ?? []));
  });

/** Files with failed tests, and those that could not be run, as paths. */
export const failedFilesOfVitest = ({ testResults }: VitestReport): string[] =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

const specsOf = ({ specs = [], suites = [] }: BrowserSuite): NonNullable<BrowserSuite['specs']>[number][] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** Failed tests of Playwright, and what kept it from starting any. */
export const failuresOfBrowser = ({ suites, errors = [] }: BrowserReport): string[] => [
  ...errors.map(({ message }) => failure('before any test', [message])),
  ...suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const messages = tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map(({ message }) => message)));
      return failure(`${file}:${line}, ${title}`, messages);
    }),
];
