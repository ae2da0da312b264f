import type { Page } from '@playwright/test';

/** Texts of three or more Latin words in a row that are no name the plant gave. */
export const latinSentences = async (page: Page): Promise<string[]> => {
  const names = await page.evaluate(async () => {
    const { accessToken } = JSON.parse(sessionStorage.getItem('headworks.session') ?? '{}') as { accessToken?: string };
    const answer = await fetch('/api/plant/overview', { headers: { authorization: `Bearer ${accessToken}` } });
    const { units, industryName } = (await answer.json()) as { units: { unitName: string }[]; industryName: string };
    return [industryName, ...units.map(({ unitName }) => unitName)];
  });
  const lines = (await page.locator('body').innerText()).split('\n');
  return lines
    .map((line) => names.sort((a, b) => b.length - a.length).reduce((left, name) => left.replaceAll(name, ''), line))
    .filter((line) => /[A-Za-z]{2,}[ ,]+[A-Za-z]{2,}[ ,]+[A-Za-z]{2,}/.test(line));
};
