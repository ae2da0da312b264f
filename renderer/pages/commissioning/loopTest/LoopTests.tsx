import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listTags, type PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { type LoopTest, listCalibrations, listLoopTests } from '../../../../server/contract/plant/commissioning/loopTests.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { useProfile } from '../../../state/services.ts';
import { dateWithYearAndTime } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { ToolTable } from '../device/ToolTable.tsx';
import type { DeviceRow } from '../fieldTree.ts';
import styles from '../Page.module.css';
import { toolWords as words } from '../words.ts';
import { AddPhoto } from './AddPhoto.tsx';
import { LoopTestForm } from './LoopTestForm.tsx';

const mostTests = 500;

const resultOf = ({ result, correctedBy }: LoopTest): string =>
  correctedBy === null ? words.results[result ?? 'none'] : words.corrected;

const Kept = ({ tests }: { tests: readonly LoopTest[] }) => {
  const { timezone } = useProfile();
  if (tests.length === 0) return <p className={styles.note}>{words.noTests}</p>;
  return (
    <ToolTable
      label={words.tests}
      columns={words.testColumns}
      rows={tests.map((test) => ({
        key: test.id,
        cells: [
          <>
            {test.unitName}, {text.params[test.param] ?? test.param}
            <br />
            <Link to="/commissioning" search={{ certificate: test.id }}>
              {words.openCertificate}
            </Link>{' '}
            <AddPhoto test={test} />
          </>,
          dateWithYearAndTime(Date.parse(test.testedAt), timezone),
          resultOf(test),
          test.dueOn ?? text.noValue,
        ],
      }))}
    />
  );
};

/** Which meters are to be tested next, of the whole plant. */
const Due = () => {
  const calibrations = useEndpoint(listCalibrations, { query: {} });
  return (
    <section className={styles.form} aria-label={words.due}>
      <h3>{words.due}</h3>
      <Loaded of={calibrations} rows={4} isEmpty={({ calibrations: all }) => all.length === 0} empty={<p>{words.noneDue}</p>}>
        {({ calibrations: all }) => (
          <ToolTable
            label={words.due}
            columns={words.dueColumns}
            rows={all.map(({ unitId, unitName, param, state, dueOn, daysLeft }) => ({
              key: `${unitId} ${param ?? ''}`,
              cells: [
                param === null ? unitName : `${unitName}, ${text.params[param] ?? param}`,
                words.dueStates[state],
                dueOn === null || daysLeft === null ? text.noValue : `${dueOn}, ${words.daysLeft(daysLeft)}`,
              ],
            }))}
          />
        )}
      </Loaded>
    </section>
  );
};

const Tests = ({ tags }: { tags: readonly PlantTag[] }) => {
  const tests = useEndpoint(listLoopTests, { query: { limit: mostTests } });
  const [isOpen, setOpen] = useState(false);
  const unitIds = new Set(tags.flatMap(({ unitId }) => (unitId === null ? [] : [unitId])));
  if (unitIds.size === 0) return <p className={styles.note}>{words.noUnits}</p>;
  const own = (tests.data?.loopTests ?? []).filter(({ unitId }) => unitIds.has(unitId));
  return (
    <section className={styles.form} aria-label={words.tests}>
      <h3>{words.tests}</h3>
      <p className={styles.note}>{words.testsHint}</p>
      <div>
        <Button variant={isOpen ? 'default' : 'filled'} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.backToTests : words.newTest}
        </Button>
      </div>
      {isOpen ? (
        <LoopTestForm tags={tags} earlier={own} onKept={() => setOpen(false)} />
      ) : (
        <Loaded of={tests} rows={4}>
          {() => <Kept tests={own} />}
        </Loaded>
      )}
    </section>
  );
};

/** Loop tests of what a device feeds, and when the meters of the plant are to be tested next. */
export const LoopTests = ({ device }: { device: DeviceRow | undefined }) => {
  const tags = useEndpoint(
    listTags,
    { query: { ...(device === undefined ? {} : { deviceId: device.deviceId }) } },
    { enabled: device !== undefined },
  );
  return (
    <>
      {device === undefined ? (
        <p className={styles.note}>{words.noDevice}</p>
      ) : (
        <Loaded of={tags} rows={4}>
          {({ tags: own }) => <Tests tags={own} />}
        </Loaded>
      )}
      <Due />
    </>
  );
};
