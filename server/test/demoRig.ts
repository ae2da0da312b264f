import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { Demo } from '../demo/demo.ts';
import { makeDemo } from '../demo/makeDemo.ts';
import { createPlant } from '../plant.ts';
import { Storage } from '../storage.ts';
import { silent } from './httpRig.ts';

export const resources = resolve(import.meta.dirname, '../../resources');
const demoFolder = (): string => mkdtempSync(join(tmpdir(), 'headworks-demo-test-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Makes a demo in a folder of its own and answers the folder. */
export const madeDemo = async (order: { days: number; seed?: number }, clock: Clock = systemClock): Promise<string> => {
  const dataFolder = demoFolder();
  await makeDemo({ seed: 20_260, ...order, dataFolder, resources }, clock, silent);
  return dataFolder;
};

/** The server's parts on a demo's folder; with `live` the devices are on the wire and polled. */
export const openDemo = async (
  dataFolder: string,
  { clock = systemClock, live = false }: { clock?: Clock; live?: boolean } = {},
) => {
  const storage = new Storage(dataFolder, clock, silent);
  const config = readConfig(['--demo', '--data', dataFolder], {});
  const server = createPlant({ config, storage, resources, clock, log: silent });
  await server.directory.load();
  await server.commissioning.configurator.start();
  await server.auth.start();
  const { connections, templates } = server;
  const demo = live ? new Demo({ connections, templates: templates(), dataFolder, clock, log: silent }) : undefined;
  await demo?.start();
  server.ingest.start();
  if (live) server.gateway.start();
  const seriesId = (unitId: string, param: string): number => {
    const industryId = unitId.slice(0, unitId.indexOf('-')).toUpperCase();
    const found = server.directory.unit(industryId, unitId)?.series.find((one) => one.param === param);
    if (!found) throw new Error(`${unitId} has no ${param}`);
    return found.id;
  };
  const stop = async (): Promise<void> => {
    await server.gateway.stop();
    await server.ingest.stop();
    await demo?.stop();
    server.commissioning.configurator.stop();
    storage.stop();
  };
  return { ...server, storage, seriesId, stop };
};
