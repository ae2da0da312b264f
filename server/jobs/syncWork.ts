import type { JobSetting } from '../contract/process/jobs.ts';
import { answerSync, syncQuestion } from '../features/sync/index.ts';
import type { OpenReading } from './openReading.ts';
import type { Work } from './work.ts';

/** Work of kind `sync`: one question about the plant's rows. */
export const syncWork =
  ({ dataFolder }: JobSetting, open: () => OpenReading): Work =>
  async (input, signal) =>
    answerSync(open().sqlite, dataFolder, syncQuestion.parse(input), signal);
