import { Button } from '@mantine/core';
import { useState } from 'react';
import { readWriteSwitch, turnWriteSwitch } from '../../../server/contract/plant/commands.ts';
import { readStorage, type StorageState, startSelfTest } from '../../../server/contract/plant/storage.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { Facts } from '../../parts/Facts.tsx';
import { FormProblem } from '../../parts/form/fields.tsx';
import { useCalm } from '../../parts/form/useCalm.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { explain } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { dateAndTime, longDate } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { SavedGaps } from '../settings/delivery/Gaps.tsx';
import { formatBytes } from './bytes.ts';
import styles from './Page.module.css';
import { Rows } from './Rows.tsx';
import { words } from './words.ts';

const fullOnOf = ({ fullOn, isGrowthKnown }: NonNullable<StorageState['disk']>): string => {
  if (!isGrowthKnown) return words.growthUnknown;
  return fullOn === null ? words.notFull : longDate(fullOn);
};

const Disk = ({ disk }: { disk: NonNullable<StorageState['disk']> }) => (
  <div className={styles.stack}>
    {disk.isFull ? <p className={styles.notice}>{words.isFull}</p> : null}
    <Facts
      label={words.disk}
      facts={[
        { key: 'free', name: words.free, value: formatBytes(disk.freeBytes), note: words.ofDisk(formatBytes(disk.totalBytes)) },
        { key: 'database', name: words.database, value: formatBytes(disk.databaseBytes) },
        { key: 'reserve', name: words.reserve, value: formatBytes(disk.reserveBytes), note: words.reserveNote },
        { key: 'fullOn', name: words.fullOn, value: fullOnOf(disk) },
      ]}
    />
  </div>
);

const counted = ['days', 'totals', 'openSlots', 'rows', 'entries', 'auditRows'] as const;
type Finding = StorageState['damage'][number];

const Damaged = ({ findings }: { findings: readonly Finding[] }) => (
  <>
    <p>{words.damageNote}</p>
    <Rows
      label={words.damage}
      columns={words.damageColumns}
      rows={findings.map(({ part, name, date, reason }) => ({
        key: `${part} ${name} ${date} ${reason}`,
        cells: [part, name, date ?? text.noValue, reason],
      }))}
    />
  </>
);

/** Whether everything stored is what was written; reading it all is started here. */
const Stored = ({ state }: { state: StorageState }) => {
  const { timezone } = useProfile();
  const test = useSend(startSelfTest, 10 * 60_000);
  const [problem, setProblem] = useState<string | null>(null);
  const last = state.selfTest;
  const findings = last === null ? state.damage : last.result.findings;
  return (
    <div className={styles.stack}>
      <p role="status">
        {last === null
          ? words.selfTestNever
          : `${words.selfTestAt(dateAndTime(Date.parse(last.at), timezone))}: ${last.result.ok ? words.selfTestOk : words.selfTestBad(last.result.found)}`}
      </p>
      {last === null ? null : (
        <Facts
          label={words.stored}
          facts={counted.map((name) => ({ key: name, name: words.counted[name], value: formatUpTo(last.result[name], 0) }))}
        />
      )}
      {findings.length === 0 ? <p className={styles.note}>{words.noDamage}</p> : <Damaged findings={findings} />}
      <div>
        <Button
          variant="default"
          loading={test.busy}
          onClick={() => {
            setProblem(null);
            test.send({}).catch((error: unknown) => setProblem(explain(error)));
          }}
        >
          {words.runSelfTest}
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
    </div>
  );
};

/** The switch that stops every command of the site; who may turn it has the right to commission. */
const ReadOnly = () => {
  const state = useEndpoint(readWriteSwitch, {}, { everyMs: 10_000 });
  const change = useSend(turnWriteSwitch);
  const isBusy = useCalm(change.busy);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Loaded of={state} rows={2}>
      {({ readOnly }) => (
        <div className={styles.stack}>
          <p role="status">{readOnly ? words.readOnlyOn : words.readOnlyOff}</p>
          <div>
            <Button
              variant="default"
              loading={isBusy}
              onClick={() => {
                setProblem(null);
                change.send({ body: { readOnly: !readOnly } }).catch((error: unknown) => setProblem(explain(error)));
              }}
            >
              {readOnly ? words.allowCommands : words.turnReadOnly}
            </Button>
          </div>
          <FormProblem>{problem}</FormProblem>
        </div>
      )}
    </Loaded>
  );
};

export const StateTab = () => {
  const { permissions } = useProfile();
  const state = useEndpoint(readStorage, {}, { everyMs: 30_000 });
  return (
    <div className={styles.stack}>
      <Panel id="disk" title={words.disk} fresh={state.fresh}>
        <Loaded of={state} rows={3}>
          {({ disk }) => <Disk disk={disk} />}
        </Loaded>
      </Panel>
      <Panel id="stored" title={words.stored} fresh={state.fresh}>
        <Loaded of={state} rows={4}>
          {(data) => <Stored state={data} />}
        </Loaded>
      </Panel>
      {permissions.includes('ACCOUNT_SETTINGS') ? (
        <Panel id="alarmReach" title={words.alarmReach}>
          <SavedGaps />
        </Panel>
      ) : null}
      {permissions.includes('COMMISSIONING') ? (
        <Panel id="readOnly" title={words.commands}>
          <ReadOnly />
        </Panel>
      ) : null}
    </div>
  );
};
