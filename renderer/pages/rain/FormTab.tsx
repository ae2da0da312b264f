import { useState } from 'react';
import { type FwiNext, freshWaterStep, readFwiInput } from '../../../server/contract/user/fwi.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { language } from '../../text/language.ts';
import { formatMoney, formatTo, formatUpTo, formatWithUnit } from '../../text/numbers.ts';
import styles from './Page.module.css';
import { StepForm } from './StepForm.tsx';
import { words } from './words.ts';

type Result = NonNullable<FwiNext['result']>;

const ResultFacts = ({ result }: { result: Result }) => (
  <Panel id="result" title={words.result} note={result.basis === null ? undefined : words.from[result.basis]}>
    <Facts
      label={words.result}
      facts={[
        { key: 'index', name: words.freshIndex, value: formatTo(result.freshIndex, 3) },
        { key: 'replaced', name: words.replaced, value: formatWithUnit(result.replacedKL, 'KL') },
        {
          key: 'saving',
          name: words.savingYear,
          value: formatMoney(result.saving, result.currency),
        },
        {
          key: 'payback',
          name: words.payback,
          value: result.paybackYears === null ? '–' : words.years(formatUpTo(result.paybackYears, 1)),
        },
        {
          key: 'months',
          name: words.selfSufficient,
          value: result.selfSufficientMonths === null ? '–' : formatUpTo(result.selfSufficientMonths, 0),
        },
      ]}
    />
  </Panel>
);

const six = ['1', '2', '3', '4', '5', '6'] as const;

/** The six steps of the fresh-water form, and what comes out of them. */
export const FormTab = ({ step, onStep }: { step: number | undefined; onStep: (step: number) => void }) => {
  const number = step ?? 1;
  const found = useEndpoint(freshWaterStep, { params: { step: six[number - 1] ?? '1' }, query: {} });
  const typeId = found.data?.typeId;
  const hasForm = (found.data?.version ?? 0) > 0;
  const stored = useEndpoint(readFwiInput, { query: { typeId: typeId ?? '' } }, { enabled: hasForm });
  const [doubts, setDoubts] = useState<NonNullable<FwiNext['errors']>>([]);
  const result = stored.data?.result;
  return (
    <>
      <Panel id="fresh-form" title={words.steps[number - 1] ?? ''} note={words.step(number)}>
        <ol className={styles.steps}>
          {six.map((_, at) => {
            const entered = found.data?.entered.includes(at + 1) ?? false;
            const reachable = at === 0 || entered || (found.data?.entered.includes(at) ?? false);
            return (
              <li key={words.steps[at]}>
                <button
                  type="button"
                  className={styles.button}
                  aria-current={at + 1 === number ? 'step' : undefined}
                  disabled={!reachable}
                  onClick={() => onStep(at + 1)}
                >
                  {at + 1}. {words.steps[at]} {entered ? <span aria-hidden="true">✓</span> : null}
                  {entered ? <span className="hw-only-read">{words.entered}</span> : null}
                </button>
              </li>
            );
          })}
        </ol>
        <Loaded of={found} rows={6} rowHeight="2.5rem">
          {({ form, version }) => (
            <StepForm
              key={number}
              step={number}
              form={form}
              version={version}
              onReload={found.reload}
              onSaved={(next) => {
                setDoubts(next.errors ?? []);
                if (next.nextStep !== null) onStep(next.nextStep);
              }}
            />
          )}
        </Loaded>
        {doubts.length === 0 || language() !== 'en' ? null : (
          <section aria-label={words.doubts}>
            <h3>{words.doubts}</h3>
            <ul>
              {doubts.map(({ path, message }) => (
                <li key={path + message}>{message}</li>
              ))}
            </ul>
          </section>
        )}
      </Panel>
      {result === undefined ? <p className={styles.quiet}>{words.notComplete}</p> : <ResultFacts result={result} />}
    </>
  );
};
