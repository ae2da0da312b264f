import { Button } from '@mantine/core';
import { useState } from 'react';
import { type LogLevel, readProgramLog } from '../../../../server/contract/plant/program.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { SelectField, TextField } from '../../../parts/form/fields.tsx';
import { useBound } from '../../../parts/form/useBound.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { Empty } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import { formatUpTo } from '../../../text/numbers.ts';
import { dateAndTime } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import styles from '../Page.module.css';
import { Rows } from '../Rows.tsx';
import { words } from './words.ts';

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** The newest lines of the log, from a level on, with words that they hold. */
export const LogTail = () => {
  const { timezone } = useProfile();
  const [level, setLevel] = useState<LogLevel>('info');
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const ofLevel = useBound<LogLevel>(level, setLevel);
  const ofText = useBound(typed, setTyped);
  const answer = useEndpoint(
    readProgramLog,
    { query: { level, limit: 100, ...(wanted === '' ? {} : { text: wanted }) } },
    { everyMs: 10_000, keepPrevious: true },
  );
  return (
    <Panel id="log" title={words.log} fresh={answer.fresh}>
      <div className={styles.stack}>
        <p className={styles.note}>{words.logHint}</p>
        <form
          className={styles.buttons}
          onSubmit={(event) => {
            event.preventDefault();
            setWanted(typed.trim());
          }}
        >
          <SelectField
            of={ofLevel}
            label={words.level}
            options={levels.map((value) => ({ value, label: words.levels[value] }))}
          />
          <TextField of={ofText} label={words.logText} maxLength={100} />
          <Button type="submit" variant="default">
            {words.logShow}
          </Button>
        </form>
        <Loaded of={answer} rows={8} isEmpty={({ lines }) => lines.length === 0} empty={<Empty title={words.logNone} />}>
          {({ lines, kept }) => (
            <>
              <p className={styles.note}>{words.logKept(lines.length, formatUpTo(kept, 0))}</p>
              <Rows
                label={words.log}
                columns={words.logColumns}
                rows={lines.map((line, at) => ({
                  // lines have no id: the same words may come twice in a moment
                  key: `${line.at} ${at}`,
                  cells: [
                    line.at === null ? text.noValue : dateAndTime(Date.parse(line.at), timezone),
                    words.lineLevels[line.level],
                    line.message,
                    <code key="details" className={styles.mono}>
                      {line.details}
                    </code>,
                  ],
                }))}
              />
            </>
          )}
        </Loaded>
      </div>
    </Panel>
  );
};
