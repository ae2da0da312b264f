import type { Page } from '@playwright/test';

/** A GET of the API with the session of the page, to compare what a page shows with what is published. */
export const apiOf = async <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (asked) => {
    const { accessToken } = JSON.parse(sessionStorage.getItem('headworks.session') ?? '{}') as { accessToken?: string };
    const answer = await fetch(asked, { headers: { authorization: `Bearer ${accessToken}` } });
    if (!answer.ok) throw new Error(`${asked}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }, path) as Promise<T>;

/** A name within a pattern: its letters and nothing more. */
export const literal = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The first number of a text as an English page writes it. */
export const numberIn = (text: string): number =>
  Number(/[-−]?[\d,]+(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '').replace('−', '-') ?? 'NaN');

/** The shift day so many days before the running one: YYYY-MM-DD and as the User API writes it. */
export const shiftDay = async (page: Page, ago: number): Promise<{ iso: string; dmy: string }> => {
  const { window } = await apiOf<{ window: { label: string } }>(page, '/api/plant/overview');
  const [day = 1, month = 1, year = 2026] = window.label.split('/').map(Number);
  const iso = new Date(Date.UTC(year, month - 1, day - ago)).toISOString().slice(0, 10);
  return { iso, dmy: iso.split('-').reverse().join('/') };
};
