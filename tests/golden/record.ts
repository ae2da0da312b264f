/**
 * `npx node tests/golden/record.ts` compares today's answers with the recorded ones; `--record` takes today's in their place,
 * `--freeze` makes the database anew first.
 */
import { parseArgs } from 'node:util';
import { compareAnswers } from './compare.ts';
import { makeExamples, writeExamples } from './examples.ts';
import { record, recordedAnswers } from './files.ts';
import { freezeDatabase } from './freeze.ts';
import { play } from './play.ts';

const { values } = parseArgs({ options: { record: { type: 'boolean' }, freeze: { type: 'boolean' } } });
if (values.freeze) await freezeDatabase();
const { answers, pictures } = await play();
const count = [...answers.values()].reduce((sum, answered) => sum + Object.keys(answered).length, 0);
if (values.record) {
  record(answers, pictures);
  writeExamples(await makeExamples());
  console.log(`recorded ${count} answers, ${pictures.size} pictures and the examples of the documents`);
} else {
  const recorded = recordedAnswers();
  const lines = [...answers].flatMap(([group, today]) => compareAnswers(recorded.get(group) ?? {}, today));
  console.log(lines.length === 0 ? `${count} answers are as recorded` : lines.join('\n'));
  process.exitCode = lines.length === 0 ? 0 : 1;
}
