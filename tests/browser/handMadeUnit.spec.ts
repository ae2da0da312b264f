import { createServer, type Server } from 'node:net';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { openSession, signIn } from './plant.ts';
import { owner, setUp, startEmptyServer } from './tasks/emptyServer.ts';

/** A device on Modbus TCP that no library knows: holding register 0 is pH in hundredths, 1 is TDS in mg/L, 2 a temperature in tenths. */
const analyser = async (): Promise<{ server: Server; port: number }> => {
  const registers = [712, 480, 253];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (request) => {
      const [address, count] = [request.readUInt16BE(8), request.readUInt16BE(10)];
      const answer = Buffer.alloc(9 + 2 * count);
      request.copy(answer, 0, 0, 4);
      answer.writeUInt16BE(3 + 2 * count, 4);
      answer[6] = request[6] ?? 0;
      answer[7] = request[7] ?? 0;
      answer[8] = 2 * count;
      for (let at = 0; at < count; at += 1) answer.writeUInt16BE(registers[address + at] ?? 0, 9 + 2 * at);
      socket.write(answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
};

test('a device by hand with pH and TDS becomes a unit of quality, and its values are on its page', async ({ page }) => {
  // a limit for what hangs: of this, axe alone takes half a minute on a busy machine
  test.setTimeout(600_000);
  const { server, port } = await analyser();
  const { url, code, stop } = await startEmptyServer();
  try {
    await setUp(url, code);
    await signIn(page, await openSession(url, owner));
    await page.goto(`${url}/commissioning?add=true`);
    await page.getByLabel('Address of the gateway or meter').fill('127.0.0.1');
    await page.getByLabel('Port', { exact: true }).fill(String(port));
    await page.getByRole('button', { name: 'Next: model' }).click();
    // no model of the library is it
    await page.getByRole('link', { name: /by hand/ }).click();
    const device = page.getByRole('form', { name: 'Add a device by hand' });
    await device.getByLabel('Name', { exact: true }).fill('Outlet analyser');
    await device.getByLabel('Unit id', { exact: true }).fill('1');
    await device.getByRole('button', { name: 'Add the device' }).click();
    for (const [name, register, scale, measure] of [
      ['pH', '40001', '0.01', ''],
      ['TDS', '40002', '1', 'mg/L'],
      ['Water temperature', '40003', '0.1', 'degC'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a signal' }).click();
      const signal = page.getByRole('form', { name: 'Add a signal' });
      await signal.getByLabel('Name', { exact: true }).fill(name);
      await signal.getByLabel('Register', { exact: true }).fill(register);
      await signal.getByLabel('Type of value').selectOption('uint16');
      await signal.getByLabel('One count is').fill(scale);
      await signal.getByLabel('Unit of measure').fill(measure);
      await signal.getByRole('button', { name: 'Add the signal' }).click();
      await expect(page.getByRole('region', { name: 'Signals of the device, table' })).toContainText(name);
    }
    const line = new URL(page.url()).searchParams.get('line') ?? '';
    await page.goto(`${url}/commissioning?add=true&step=model&line=${line}`);
    await page
      .getByRole('region', { name: 'Devices on this line' })
      .getByRole('button', { name: /Outlet analyser/ })
      .click();
    await page.getByRole('button', { name: /^Next: unit/ }).click();
    // what it measures is seen from its signals; one of them is left out
    await expect(page.getByLabel('What it is')).toHaveValue('quality');
    const feeds = page.getByRole('region', { name: 'Which signals feed it?' });
    await expect(feeds).toContainText('feeds pH');
    await expect(feeds).toContainText('feeds TDS');
    await feeds.getByRole('checkbox', { name: /Water temperature/ }).uncheck();
    await expectAccessible(page, 'the unit of a device by hand');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectToFit(page);
    await page.setViewportSize({ width: 1366, height: 800 });
    await page.getByLabel('Name of the unit').fill('Treated water outlet');
    await page.getByRole('button', { name: 'Next: trusted reading' }).click();
    await expect(page.getByText(/The reading can be trusted|First trusted reading after/)).toBeVisible({ timeout: 60_000 });
    const unit = new URL(page.url()).searchParams.get('unit')?.replaceAll('"', '') ?? '';
    await page.goto(`${url}/units/${unit}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Treated water outlet' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('7.12', { timeout: 30_000 });
    await expect(main).toContainText('480', { timeout: 40_000 });
    await expect(main).not.toContainText('Water temperature');
  } finally {
    await stop();
    server.close();
  }
});
