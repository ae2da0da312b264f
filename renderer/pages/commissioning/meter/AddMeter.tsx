import type { ReactNode } from 'react';
import { listConnections, readDevice } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { words } from '../words.ts';
import { LineStep } from './LineStep.tsx';
import styles from './Meter.module.css';
import { ModelStep } from './ModelStep.tsx';
import { type MeterStep, meterSteps, openStep, type StepProps } from './place.ts';
import { ReadingsStep } from './ReadingsStep.tsx';
import steps from './Steps.module.css';
import { TrustedStep } from './TrustedStep.tsx';
import { UnitStep } from './UnitStep.tsx';

type Props = StepProps & {
  sinceMs?: number | undefined;
  /** When the reading was found to be trusted, where that is known from before. */
  trustedAtMs?: number | undefined;
  onTrusted?: () => void;
  last?: ReactNode;
};

/** The five steps with what was chosen; those that are done lead back. */
const Steps = ({ place, go, step }: StepProps & { step: MeterStep }) => {
  const { line, device } = place;
  const lines = useEndpoint(listConnections, {});
  const chosen = useEndpoint(readDevice, { params: { id: device ?? '' } }, { enabled: device !== undefined });
  const at = meterSteps.indexOf(step);
  const said: Record<MeterStep, string> = {
    line: lines.data?.connections.find(({ id }) => id === line)?.name ?? words.stepHints.line,
    model: chosen.data?.name ?? words.stepHints.model,
    readings: place.proof === undefined ? words.stepHints.readings : words.agreedBy(place.proof),
    unit: words.stepHints.unit,
    trusted: words.stepHints.trusted,
  };
  return (
    <ol className={steps.steps} aria-label={words.addMeter}>
      {meterSteps.map((one, index) => (
        <li key={one} data-now={one === step || undefined} data-done={index < at || undefined}>
          <button
            type="button"
            aria-current={one === step ? 'step' : undefined}
            disabled={index > at}
            onClick={() => go({ ...place, step: one })}
          >
            <span className={steps.number} aria-hidden="true">
              {index < at ? '✓' : index + 1}
            </span>
            <span>
              <strong>{words.steps[one]}</strong>
              <span className={steps.said}>{said[one]}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
};

/** From a cable in the wall to a trusted reading, in five steps. */
export const AddMeter = ({ place, go, sinceMs, trustedAtMs, onTrusted, last }: Props) => {
  const step = openStep(place);
  const props = { place, go };
  return (
    <div className={styles.wizard}>
      <Steps {...props} step={step} />
      {step === 'line' ? <LineStep {...props} /> : null}
      {step === 'model' ? <ModelStep key={place.line} {...props} /> : null}
      {step === 'readings' ? <ReadingsStep key={place.device} {...props} /> : null}
      {step === 'unit' ? <UnitStep key={place.device} {...props} /> : null}
      {step === 'trusted' ? (
        <TrustedStep {...props} sinceMs={sinceMs} trustedAtMs={trustedAtMs} onTrusted={onTrusted}>
          {last}
        </TrustedStep>
      ) : null}
    </div>
  );
};
