import { stat, writeFile } from 'node:fs/promises';
import type { JobSetting } from '../contract/process/jobs.ts';
import { collectReturn, madeReport, type ReturnOrder, returnJson, returnTask } from '../features/reports/index.ts';
import type { OpenReading } from './openReading.ts';
import { renderFile } from './renderFile.ts';
import { storedParts } from './reportWork.ts';
import type { Work } from './work.ts';

/** Collects a return from a database that is open for reading. */
const collectStoredReturn = async (
  open: OpenReading,
  order: ReturnOrder,
  { dataFolder, signal }: { dataFolder: string; signal: AbortSignal },
): ReturnType<typeof collectReturn> =>
  collectReturn({ ...(await storedParts(open, order.report, { dataFolder, signal })), order, signal });

/** Work of kind `return`: a file. */
export const returnWork =
  ({ dataFolder, resources }: JobSetting, open: () => OpenReading): Work =>
  async (input, signal) => {
    const { order, file } = returnTask.parse(input);
    const { path, format } = file;
    const collected = await collectStoredReturn(open(), order, { dataFolder, signal });
    signal.throwIfAborted();
    const { model, dataRows } = collected;
    if (format === 'json') await writeFile(path, returnJson(collected), { mode: 0o600 });
    else await renderFile({ model, format, path, resources, dataRows, signal });
    const { size } = await stat(path);
    return madeReport.parse({ fileName: model.fileName, bytes: size });
  };
