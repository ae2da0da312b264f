import { useId, useState } from 'react';
import { writePointSpec } from '../../../../server/contract/model/writePoint.ts';
import { placesBeside } from '../../../../server/contract/rules/besideMarks.ts';
import { TextField } from '../../../parts/form/fields.tsx';
import { numberOf } from '../../../parts/form/problems.ts';
import fieldStyles from '../../../parts/structure/Fields.module.css';
import { formatUpTo, unitLabel } from '../../../text/numbers.ts';
import styles from '../Plant.module.css';
import { words } from '../words.ts';
import { dryRun, type Reading } from './dryRun.ts';

/** Checks a command with the write point as typed in the form: limits, conditions and register values; nothing is sent. */
export const DryRunPart = ({ typed, tags }: { typed: unknown; tags: readonly Reading[] }) => {
  const id = useId();
  const [value, setValue] = useState('');
  const spec = writePointSpec.safeParse(typed);
  const measure = spec.success ? unitLabel(spec.data.measure) : '';
  const wanted = numberOf(value);
  const result = spec.success && wanted !== undefined ? dryRun(spec.data, wanted, tags) : null;
  return (
    <fieldset className={fieldStyles.group}>
      <legend>{words.dryRun.title}</legend>
      <p className={styles.note}>{words.dryRun.hint}</p>
      <TextField
        of={{ id, value, onChange: setValue, onBlur: () => undefined, problem: undefined }}
        label={words.dryRun.value}
        inputMode="decimal"
        {...(measure === '' ? {} : { suffix: measure })}
      />
      <div role="status">
        {value !== '' && !spec.success ? <p>{words.dryRun.notYet}</p> : null}
        {result === null ? null : (
          <ul>
            <li>{result.value === null ? words.dryRun.fits : words.dryRun.refused[result.value]}</li>
            {result.raw === null ? null : <li>{words.dryRun.raw(String(result.raw))}</li>}
            {result.interlocks.map(({ text, isMet, value: now, limit }) => (
              <li key={text}>
                {isMet ? words.dryRun.met(text) : words.dryRun.notMet(text)}
                {` (${now === null ? words.dryRun.unknown : formatUpTo(now, placesBeside(now, [limit], 3))})`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  );
};
