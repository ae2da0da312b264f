import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { readRegisters } from '../../../server/contract/plant/tools/registers.ts';
import { ApiError } from '../../api/call.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { SelectField, TextField } from '../../parts/form/fields.tsx';
import { numberOf } from '../../parts/form/problems.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import type { DeviceRow, LineRow } from './fieldTree.ts';
import { hexWord } from './meter/rawWords.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const spaces = ['holding', 'input', 'coil', 'discrete'] as const;
type Asked = z.input<typeof readRegisters.query>;

/** Registers of a device as they are now, read every second: each in hex, as whole number and as bits. */
export const Registers = ({ line, device }: { line: LineRow; device: DeviceRow | undefined }) => {
  // what is read of it anyway is there; any other address may not be
  const block = device?.plan[0];
  const [asked, setAsked] = useState<Asked | null>(null);
  const form = useForm({
    schema: readRegisters.query,
    start: {
      slaveId: String(device?.slaveId ?? 1),
      space: spaces.find((one) => one === block?.space) ?? 'holding',
      address: String(block?.address ?? 0),
      count: String(Math.min(block?.count ?? 10, 20)),
    },
    body: ({ slaveId, space, address, count }) => ({
      connectionId: line.connectionId,
      slaveId: numberOf(slaveId),
      space,
      address: numberOf(address),
      count: numberOf(count),
    }),
  });
  const query: Asked = asked ?? { connectionId: line.connectionId, slaveId: 1, space: 'holding', address: 0 };
  const registers = useEndpoint(readRegisters, { query }, { everyMs: 1000, enabled: asked !== null });
  const { error } = registers;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's functions are new with each drawing
  useEffect(() => {
    // what cannot be asked is said at its field, and not asked again and again
    if (!(error instanceof ApiError) || error.failure.kind !== 'refused' || error.failure.http !== 400) return;
    form.refuse(error);
    setAsked(null);
  }, [error]);
  const isBit = asked?.space === 'coil' || asked?.space === 'discrete';
  return (
    <>
      <form
        className={styles.form}
        noValidate
        aria-label={words.tools.registers}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(form.check());
        }}
      >
        <div className={styles.fields}>
          <TextField of={form.bind('slaveId')} label={words.unitIdLabel} inputMode="numeric" />
          <SelectField
            of={form.bind('space')}
            label={words.space}
            options={spaces.map((value) => ({ value, label: words.spaces[value] }))}
          />
          <TextField of={form.bind('address')} label={words.from} inputMode="numeric" />
          <TextField of={form.bind('count')} label={words.count} inputMode="numeric" />
        </div>
        <div className={styles.row}>
          <Button type="submit">{words.read}</Button>
          <span className={styles.note}>{words.readAgain}</span>
        </div>
      </form>
      {asked === null ? null : (
        <Loaded of={registers} rows={6}>
          {({ address, words: read }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
            <section className={styles.frames} tabIndex={0} aria-label={words.tools.registers}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    {words.registerColumns.map((label, at) => (
                      <th key={label} scope="col" data-numeric={at > 0 || undefined}>
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {read
                    .map((word, at) => ({ word, place: address + at }))
                    .map(({ word, place }) => (
                      <tr key={place}>
                        <th scope="row">{place}</th>
                        <td className={styles.mono} data-numeric>
                          {isBit ? '' : hexWord(word)}
                        </td>
                        <td data-numeric>{word}</td>
                        <td data-numeric>{isBit ? '' : word > 32_767 ? word - 65_536 : word}</td>
                        <td className={styles.mono} data-numeric>
                          {isBit ? '' : word.toString(2).padStart(16, '0')}
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </section>
          )}
        </Loaded>
      )}
    </>
  );
};
