import { Button } from '@mantine/core';
import { useState } from 'react';
import { listProposals } from '../../../../server/contract/plant/proposals.ts';
import { readSync, type SyncState, startSync, unpairHub } from '../../../../server/contract/plant/sync.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { explain } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import { isSystemMessage, saySystem } from '../../../text/systemWords.ts';
import { dateAndTime, dateText } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import styles from '../Page.module.css';
import { Rows } from '../Rows.tsx';
import { PairHub } from './PairHub.tsx';
import { ProposalPolicies } from './ProposalPolicies.tsx';
import { Proposals } from './Proposals.tsx';
import { refusalReason, refusedText } from './refusalTexts.ts';
import { Stick } from './Stick.tsx';
import { UnequalDays } from './UnequalDays.tsx';
import { words } from './words.ts';

type Hub = NonNullable<SyncState['hub']>;

const unpairTimeoutMs = 60_000;

/** How far the hub has everything, and the end of it. */
const Standing = ({ state, hub }: { state: SyncState; hub: Hub }) => {
  const { timezone } = useProfile();
  const run = useSend(startSync);
  const unpair = useSend(unpairHub, unpairTimeoutMs);
  const [problem, setProblem] = useState<string | null>(null);
  const at = (time: string | null): string => (time === null ? words.never : dateAndTime(Date.parse(time), timezone));
  return (
    <div className={styles.stack}>
      <dl className={styles.facts}>
        <dt>{words.address}</dt>
        <dd className={styles.mono}>{hub.url}</dd>
        <dt>{words.state}</dt>
        <dd>{words.states[hub.state]}</dd>
        <dt>{words.hubWords}</dt>
        <dd lang="en">{hub.words}</dd>
        <dt>{words.paired}</dt>
        <dd>{words.pairedBy(hub.pairedBy, at(hub.pairedAt))}</dd>
        <dt>{words.lastOk}</dt>
        <dd>{at(state.lastOkAt)}</dd>
        <dt>{words.next}</dt>
        <dd>{at(state.nextAt)}</dd>
        {state.lastError === null ? null : (
          <>
            <dt>{words.lastError}</dt>
            <dd>
              {at(state.lastErrorAt)}:{' '}
              <span lang={isSystemMessage(state.lastError) ? undefined : 'en'}>{saySystem(state.lastError)}</span>
            </dd>
          </>
        )}
      </dl>
      <p role="status">{state.resting ? words.resting : state.running ? words.running : ''}</p>
      <div>
        <Button
          disabled={(state.running && !state.resting) || hub.state !== 'paired'}
          loading={run.busy}
          onClick={() => {
            setProblem(null);
            run.send({}).catch((error: unknown) => setProblem(explain(error)));
          }}
        >
          {words.runNow}
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
      {state.industries.length === 0 ? null : (
        <Rows
          label={words.equal}
          columns={words.industryColumns}
          rows={state.industries.map(({ industryId, name, closedTo, provedTo }) => ({
            key: industryId,
            cells: [
              name,
              closedTo === null ? text.noValue : dateText(closedTo),
              provedTo === null ? text.noValue : dateText(provedTo),
            ],
          }))}
        />
      )}
      <h3>{words.refusals}</h3>
      {state.refusals.length === 0 ? (
        <p className={styles.note}>{words.noRefusals}</p>
      ) : (
        <Rows
          label={words.refusals}
          columns={words.refusalColumns}
          rows={state.refusals.map(({ item, code, tries, nextAt }) => ({
            key: `${item} ${code}`,
            cells: [refusedText(item), refusalReason(code), String(tries), at(nextAt)],
          }))}
        />
      )}
      <DeleteByName name={hub.name || hub.url} hint={words.unpairHint} action={words.unpair} remove={() => unpair.send({})} />
    </div>
  );
};

/** What people at the hub propose, and what this plant does with it. */
const Proposed = () => {
  const state = useEndpoint(listProposals, {}, { everyMs: 30_000 });
  return (
    <Panel id="proposals" title={words.proposals} fresh={state.fresh}>
      <Loaded of={state} rows={4}>
        {({ proposals, policies }) => (
          <div className={styles.stack}>
            <p className={styles.note}>{words.proposalsHint}</p>
            <Proposals proposals={proposals} reload={state.reload} />
            <h3>{words.policy}</h3>
            <ProposalPolicies of={policies} reload={state.reload} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
};

/** The hub of many plants: pairing, how far it is, and sticks where there is no network. */
export const HubTab = () => {
  const state = useEndpoint(readSync, {}, { everyMs: 5000 });
  return (
    <div className={styles.stack}>
      <Panel id="hub" title={words.hub} fresh={state.fresh}>
        <Loaded of={state} rows={6}>
          {(data) => (
            <div className={styles.stack}>
              <p className={styles.note}>{words.hint}</p>
              <dl className={styles.facts}>
                <dt>{words.site}</dt>
                <dd className={styles.mono}>{data.site}</dd>
                <dt>{words.plantWords}</dt>
                <dd lang="en">{data.words}</dd>
              </dl>
              <p className={styles.note}>{words.plantWordsHint}</p>
              {data.hub === null ? (
                <>
                  <p>{words.none}</p>
                  <PairHub />
                </>
              ) : (
                <Standing state={data} hub={data.hub} />
              )}
            </div>
          )}
        </Loaded>
      </Panel>
      {state.data?.hub == null ? null : (
        <>
          <UnequalDays />
          <Proposed />
          <Panel id="stick" title={words.stick}>
            <Stick />
          </Panel>
        </>
      )}
    </div>
  );
};
