import type { Page } from '@playwright/test';

/** The answer of the API to whom the page is signed in as. */
export const askApi = async <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (asked) => {
    const { accessToken } = JSON.parse(sessionStorage.getItem('headworks.session') ?? '{}') as { accessToken?: string };
    const answer = await fetch(asked, { headers: { authorization: `Bearer ${accessToken}` } });
    if (!answer.ok) throw new Error(`${asked} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }, path);

/** DD/MM/YYYY of YYYY-MM-DD. */
export const dmy = (date: string): string => date.split('-').reverse().join('/');

/** Lines of three or more Latin words that are no name the plant gave. */
export const latinSentences = async (page: Page, names: readonly string[] = []): Promise<string[]> => {
  const { units, industryName } = await askApi<{
    units: { unitName: string; params: { name: string }[] }[];
    industryName: string;
  }>(page, '/api/plant/overview');
  const graph = await askApi<{ nodes: { label: string }[] }>(page, '/api/user/waterBalance/graphEditor');
  const known = [
    industryName,
    ...names,
    ...units.flatMap(({ unitName, params }) => [unitName, ...params.map(({ name }) => name)]),
    ...graph.nodes.map(({ label }) => label),
  ];
  const sorted = known.sort((a, b) => b.length - a.length);
  const lines = (await page.locator('body').innerText()).split('\n');
  return lines.filter((line) =>
    /[A-Za-z]{2,}[ ,]+[A-Za-z]{2,}[ ,]+[A-Za-z]{2,}/.test(sorted.reduce((left, name) => left.replaceAll(name, ''), line)),
  );
};
