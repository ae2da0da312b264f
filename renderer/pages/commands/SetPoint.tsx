import { useState } from 'react';
import { z } from 'zod';
import { remarksOf } from '../../../server/contract/model/commandRemarks.ts';
import { writeRegisters } from '../../../server/contract/user/plc.ts';
import { newId } from '../../api/newId.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { TextField } from '../../parts/form/fields.tsx';
import { numberOf } from '../../parts/form/problems.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { useServices } from '../../state/services.ts';
import { unitLabel } from '../../text/numbers.ts';
import { ArmedButton } from './ArmedButton.tsx';
import { type CommandState, stateAfter, whilePreparing } from './commandState.ts';
import { withMeasure } from './measured.ts';
import { Outcome } from './Outcome.tsx';
import type { Point } from './point.ts';
import { sayRemarks } from './remarks.ts';
import { useArmed } from './useArmed.ts';
import { nearestHeld, wordsOf } from './wire.ts';
import { words } from './words.ts';

const answerMs = 60_000;

type Props = {
  point: Point;
  slaveId: number | undefined;
  disabled: boolean;
  /** A command that went out at this time may have been carried out: what was read before may no longer be so. */
  onSent: (atMs: number) => void;
};

/** A number within its limits, sent by holding. */
export const SetPoint = ({ point, slaveId, disabled, onSent }: Props) => {
  const { clock } = useServices();
  const [commandState, setCommandState] = useState<CommandState | null>(null);
  const armed = useArmed(() => setCommandState(whilePreparing));
  const send = useSend(writeRegisters, answerMs);
  const form = useForm({
    schema: z.object({
      // what the button says is what is sent, and nothing next to it
      value: z
        .number()
        .min(point.min)
        .max(point.max)
        .refine((value) => nearestHeld(point, value) === value, {
          params: { isWorded: true },
          error: ({ input }) => words.notHeld(withMeasure(nearestHeld(point, Number(input)), point.measure)),
        }),
    }),
    start: { value: '' },
    body: ({ value }) => ({ value: numberOf(value) ?? Number.NaN }),
  });
  const value = form.bind('value');
  const typed = numberOf(form.draft.value);
  const asked = typed === undefined || !Number.isFinite(typed) ? '' : withMeasure(typed, point.measure);
  const run = () => {
    const body = form.check();
    if (body === null || slaveId === undefined) return;
    armed.end();
    const sentMs = clock.now();
    setCommandState({ state: 'sent' });
    void send
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
              pointVersion: point.version,
            },
          ],
          commandId: newId(),
          deadlineMs: 30_000,
        },
      })
      .then(({ frames: [frame] }) => ({
        state: frame?.outcome ?? 'UNKNOWN',
        detail: sayRemarks(remarksOf(frame?.error ?? '')),
      }))
      .catch(stateAfter)
      .then((ended: CommandState) => {
        if (ended.state !== 'REFUSED') onSent(sentMs);
        setCommandState(ended);
      });
  };
  return (
    <>
      <TextField
        of={{
          ...value,
          onChange: (typed) => {
            armed.arm();
            value.onChange(typed);
          },
        }}
        label={point.measure === '' ? words.value : `${words.value} (${unitLabel(point.measure)})`}
        hint={words.limits(
          withMeasure(point.min, ''),
          withMeasure(point.max, point.measure),
          point.step === null ? null : withMeasure(point.step, point.measure),
        )}
        inputMode="decimal"
      />
      <ArmedButton
        label={words.set(point.name, asked)}
        armed={armed}
        disabled={disabled || slaveId === undefined || send.busy}
        onHeld={run}
      />
      <Outcome commandState={commandState} />
    </>
  );
};
