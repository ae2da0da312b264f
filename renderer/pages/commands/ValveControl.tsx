import { useState } from 'react';
import type { WritePointNow } from '../../../server/contract/plant/commands.ts';
import { moveValve } from '../../../server/contract/user/plc.ts';
import { newId } from '../../api/newId.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { Choice } from '../../parts/Choice.tsx';
import { ArmedButton } from './ArmedButton.tsx';
import { type CommandState, stateAfter, whilePreparing } from './commandState.ts';
import { Outcome } from './Outcome.tsx';
import type { Point } from './point.ts';
import { useArmed } from './useArmed.ts';
import { statesOf, targetsOf, words } from './words.ts';

type Target = 'open' | 'close';
type ValveState = NonNullable<WritePointNow['valve']>['state'];
const answerMs = 60_000;

/** Opens or closes: chosen first, sent by holding, and then what is known of it. */
export const ValveControl = ({ point, state, disabled }: { point: Point; state: ValveState | undefined; disabled: boolean }) => {
  const [wanted, setTarget] = useState<Target | null>(null);
  const target = wanted ?? (state === 'open' ? 'close' : 'open');
  const [commandState, setCommandState] = useState<CommandState | null>(null);
  const armed = useArmed(() => setCommandState(whilePreparing));
  const [seen, setSeen] = useState(state);
  // what was looked at is not so any more: nothing is sent before another look
  if (state !== undefined && state !== seen) {
    setSeen(state);
    if (seen !== undefined) armed.end();
  }
  const send = useSend(moveValve, answerMs);
  const run = () => {
    armed.end();
    setCommandState({ state: 'sent' });
    send
      .send({
        body: {
          deviceId: point.id,
          command: target,
          pointVersion: point.version,
          commandId: newId(),
          deadlineMs: 30_000,
        },
      })
      .then(({ outcome, state: now }) => setCommandState({ state: outcome, detail: words.isNowState(statesOf(point.kind)[now]) }))
      .catch((error: unknown) => setCommandState(stateAfter(error)));
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
        onChoose={(chosen) => {
          armed.arm();
          setTarget(chosen);
        }}
      />
      <ArmedButton
        label={words.do(targetsOf(point.kind)[target], point.name)}
        armed={armed}
        disabled={disabled || send.busy}
        onHeld={run}
      />
      <Outcome commandState={commandState} />
    </>
  );
};
