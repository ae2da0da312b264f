import { useState } from 'react';
import { z } from 'zod';
import { writeRegisters } from '../../../server/contract/user/plc.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { TextField } from '../../parts/form/fields.tsx';
import { numberOf } from '../../parts/form/problems.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { type CommandState, stateAfter } from './commandState.ts';
import { HoldButton } from './HoldButton.tsx';
import { Outcome } from './Outcome.tsx';
import type { Point } from './PointPanel.tsx';
import { wordsOf } from './wire.ts';
import { words } from './words.ts';

const answerMs = 60_000;

/** A number within its limits, sent by holding. */
export const SetPoint = ({ point, slaveId, disabled }: { point: Point; slaveId: number | undefined; disabled: boolean }) => {
  const [commandState, setCommandState] = useState<CommandState | null>(null);
  const send = useSend(writeRegisters, answerMs);
  const form = useForm({
    schema: z.object({ value: z.number().min(point.min).max(point.max) }),
    start: { value: '' },
    body: ({ value }) => ({ value: numberOf(value) ?? Number.NaN }),
  });
  const run = () => {
    const body = form.check();
    if (body === null || slaveId === undefined) return;
    setCommandState({ state: 'sent' });
    send
      .send({
        body: {
          deviceId: point.deviceId,
          frames: [
            {
              frameId: `${point.asset}.SET`,
              slaveId,
              fn: point.fn,
              address: point.address,
              values: wordsOf(point, body.value),
            },
          ],
          deadlineMs: 30_000,
        },
      })
      .then(({ frames: [frame] }) => setCommandState({ state: frame?.outcome ?? 'UNKNOWN', detail: frame?.error ?? '' }))
      .catch((error: unknown) => setCommandState(stateAfter(error)));
  };
  return (
    <>
      <TextField
        of={form.bind('value')}
        label={words.value}
        hint={words.limits(
          formatUpTo(point.min, 3),
          formatUpTo(point.max, 3),
          point.step === null ? null : formatUpTo(point.step, 3),
        )}
        inputMode="decimal"
      />
      <HoldButton label={words.set(point.name)} disabled={disabled || slaveId === undefined || send.busy} onHeld={run} />
      <Outcome commandState={commandState} />
    </>
  );
};
