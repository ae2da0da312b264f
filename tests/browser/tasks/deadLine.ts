import type { Page } from '@playwright/test';
import { authOf } from '../reportAlarm.ts';

/** The process gateway is asked at a port where nothing listens, until what this resolves with is called. */
export const deadLine = async (page: Page, serverUrl: string, record: string): Promise<() => Promise<void>> => {
  const auth = authOf(record);
  const address = `${serverUrl}/api/plant/connections/demo-process`;
  const { id: _, load: __, ...line } = await (await page.request.get(address, auth)).json();
  const put = async (port: number, version: number): Promise<number> => {
    const got = await page.request.put(address, { ...auth, data: { ...line, version, settings: { ...line.settings, port } } });
    if (!got.ok()) throw new Error(`${got.status()}: ${await got.text()}`);
    return ((await got.json()) as { version: number }).version;
  };
  const version = await put(1, line.version);
  return async () => void (await put(line.settings.port, version));
};
