import { useState } from 'react';
import { changeProposalPolicy, type ProposalPolicy, type ProposalsState } from '../../../../server/contract/plant/proposals.ts';
import { useSend } from '../../../api/useEndpoint.ts';
import { FormProblem, SelectField } from '../../../parts/form/fields.tsx';
import { explain } from '../../../parts/states.tsx';
import styles from '../Page.module.css';
import { words } from './words.ts';

const policies: readonly ProposalPolicy[] = ['hold', 'apply', 'refuse'];

/** What this plant does with each kind of proposal when it comes. */
export const ProposalPolicies = ({ of, reload }: { of: ProposalsState['policies']; reload: () => void }) => {
  const change = useSend(changeProposalPolicy, 30_000);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <div className={styles.form}>
      <p className={styles.note}>{words.policyHint}</p>
      {of.map(({ kind, policy, mayApply }) => (
        <SelectField
          key={kind}
          of={{
            id: `policy-${kind}`,
            value: policy,
            onChange: (next) => {
              setProblem(null);
              change.send({ body: { kind, policy: next } }).then(reload, (error: unknown) => {
                setProblem(explain(error));
                reload();
              });
            },
            onBlur: () => undefined,
            problem: undefined,
          }}
          label={words.policyOf(words.kinds[kind])}
          options={policies
            .filter((one) => one !== 'apply' || mayApply)
            .map((one) => ({ value: one, label: words.policies[one] }))}
        />
      ))}
      <FormProblem>{problem}</FormProblem>
    </div>
  );
};
