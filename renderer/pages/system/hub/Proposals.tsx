import { Button } from '@mantine/core';
import { useState } from 'react';
import { applyProposal, type ProposalsState, refuseProposal } from '../../../../server/contract/plant/proposals.ts';
import { useSend } from '../../../api/useEndpoint.ts';
import { FormProblem, TextField } from '../../../parts/form/fields.tsx';
import { explain } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import { dateWithYearAndTime } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import styles from '../Page.module.css';
import { Rows } from '../Rows.tsx';
import { kindText, valueText } from './proposalTexts.ts';
import { words } from './words.ts';

type Proposal = ProposalsState['proposals'][number];

const patientMs = 30_000;

/** What is, beside what would be; a click decides. */
const Held = ({ proposal, reload }: { proposal: Proposal; reload: () => void }) => {
  const { timezone } = useProfile();
  const apply = useSend(applyProposal, patientMs);
  const refuse = useSend(refuseProposal, patientMs);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const decide = (sent: Promise<unknown>): void => {
    setProblem(null);
    sent.then(reload, (error: unknown) => {
      setProblem(explain(error));
      reload();
    });
  };
  const { id, kind, target, targetName, industryId, changes, author, createdAt, expiresAt } = proposal;
  const name = targetName || target || industryId;
  const title = `${kindText(kind)}: ${name}`;
  return (
    <section className={styles.stack} aria-label={title}>
      <h4>{title}</h4>
      <p>{proposal.reason}</p>
      <Rows
        label={title}
        columns={words.changeColumns}
        rows={changes.map(({ field, present, proposed }) => ({
          key: field,
          cells: [
            words.proposedFields[field] ?? field,
            valueText(field, present),
            <strong key="proposed">{valueText(field, proposed)}</strong>,
          ],
        }))}
      />
      <p className={styles.note}>
        {words.proposedBy(
          author,
          dateWithYearAndTime(Date.parse(createdAt), timezone),
          dateWithYearAndTime(Date.parse(expiresAt), timezone),
        )}
      </p>
      <TextField
        of={{ id: `why-${id}`, value: reason, onChange: setReason, onBlur: () => undefined, problem: undefined }}
        label={words.whyRefused}
      />
      <FormProblem>{problem}</FormProblem>
      <div className={styles.buttons}>
        <Button loading={apply.busy} onClick={() => decide(apply.send({ params: { id } }))}>
          {words.applyProposal}
          <span className="hw-only-read"> {title}</span>
        </Button>
        <Button variant="default" loading={refuse.busy} onClick={() => decide(refuse.send({ params: { id }, body: { reason } }))}>
          {words.refuseProposal}
          <span className="hw-only-read"> {title}</span>
        </Button>
      </div>
    </section>
  );
};

const outcomeOf = ({ state, code, message }: Proposal): string =>
  [words.proposalStates[state], code === null ? '' : words.refusalCodes[code], message ?? ''].filter(Boolean).join(': ');

/** What the hub proposes, and what became of earlier proposals. */
export const Proposals = ({ proposals, reload }: { proposals: readonly Proposal[]; reload: () => void }) => {
  const { timezone } = useProfile();
  const held = proposals.filter(({ state }) => state === 'held');
  const answered = proposals.filter(({ state }) => state !== 'held');
  return (
    <div className={styles.stack}>
      {held.length === 0 ? <p className={styles.note}>{words.noProposals}</p> : null}
      {held.map((proposal) => (
        <Held key={proposal.id} proposal={proposal} reload={reload} />
      ))}
      {answered.length === 0 ? null : (
        <Rows
          label={words.answered}
          columns={words.answeredColumns}
          rows={answered.map((one) => ({
            key: one.id,
            cells: [
              `${kindText(one.kind)}: ${one.targetName || one.target || one.industryId}`,
              one.changes.map(({ field, proposed }) => valueText(field, proposed)).join(', ') || text.noValue,
              outcomeOf(one),
              one.decidedBy ?? words.byPolicy,
              one.decidedAt === null ? text.noValue : dateWithYearAndTime(Date.parse(one.decidedAt), timezone),
            ],
          }))}
        />
      )}
    </div>
  );
};
