import { expect, it } from 'vitest';
import { systemClock } from '../../../../core/clock.ts';
import { CooperativeScheduler, TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { readJson } from './json.ts';

const pace = new TimeSlice(new CooperativeScheduler(), systemClock, new AbortController().signal);

it.each([
  ['[]', 'file is no configuration: must be an object'],
  ['{}', 'file is no configuration: format must be headworks-field'],
  ['{"format":"another","formatVersion":1}', 'file is no configuration: format must be headworks-field'],
  ['{"format":"headworks-field","formatVersion":2}', 'file is no configuration: formatVersion must be 1'],
  ['{"format":"headworks-field","formatVersion":1,"tags":{}}', 'file is no configuration: tags must be a list'],
  ['{"format":"headworks-field","formatVersion":1,"tags":[1]}', 'file is no configuration: tags.0 must be an object'],
])('%s is refused in words: %s', async (text, message) => {
  await expect(readJson(text, pace)).rejects.toThrow(new RegExp(`^${message.replaceAll('.', '\\.')}$`));
});
