import type { Page } from '@playwright/test';
import { admin } from './plant.ts';

/** Asks the API past the page, as somebody else with the same rights would. */
export const sendElsewhere = (page: Page, method: string, path: string, body: unknown): Promise<unknown> =>
  page.evaluate(
    async ({ method: verb, path: at, body: sent, password }) => {
      const { accessToken } = JSON.parse(sessionStorage.getItem('headworks.session') ?? '{}') as { accessToken?: string };
      const answer = await fetch(at, {
        method: verb,
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          'X-Confirm-Password': password,
        },
        body: JSON.stringify(sent),
      });
      if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    },
    { method, path, body, password: admin.password },
  );
