import { useState } from 'react';
import { moveValve } from '../../../server/contract/user/plc.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { Choice } from '../../parts/Choice.tsx';
import { HoldButton } from './HoldButton.tsx';
import { Outcome } from './Outcome.tsx';
import type { Point, ValveState } from './PointPanel.tsx';
import { type Told, toldOf } from './told.ts';
import { statesOf, targetsOf, words } from './words.ts';

type Target = 'open' | 'close';
const answerMs = 60_000;

/** Opens or closes: chosen first, sent by holding, and then what is known of it. */
export const ValveControl = ({ point, state, disabled }: { point: Point; state: ValveState | undefined; disabled: boolean }) => {
  const [target, setTarget] = useState<Target>(state?.state === 'open' ? 'close' : 'open');
  const [told, setTold] = useState<Told | null>(null);
  const send = useSend(moveValve, answerMs);
  const run = () => {
    setTold({ state: 'sent' });
    send
      .send({ body: { deviceId: point.id, command: target, deadlineMs: 30_000 } })
      .then(({ outcome, state: now }) => setTold({ state: outcome, detail: words.isNowState(statesOf(point.kind)[now]) }))
      .catch((error: unknown) => setTold(toldOf(error)));
  };
  return (
    <>
      <Choice<Target>
        label={words.target}
        value={target}
        options={[
          { value: 'open', label: targetsOf(point.kind).open },
          { value: 'close', label: targetsOf(point.kind).close },
        ]}
        onChoose={setTarget}
      />
      <HoldButton label={words.do(targetsOf(point.kind)[target], point.name)} disabled={disabled || send.busy} onHeld={run} />
      <Outcome told={told} />
    </>
  );
};
