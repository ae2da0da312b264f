import { useEffect, useState } from 'react';
import type { ShellSurface, SurfaceReply } from '../../../server/contract/process/surface.ts';
import { keepIn } from '../../api/keepIn.ts';
import formStyles from '../form/Form.module.css';
import { labelSizes } from './labelSizes.ts';
import styles from './PrinterChoice.module.css';
import { words } from './words.ts';

type Printers = SurfaceReply<'printers'>;
export type PrinterChosen = { printer: string | null; size: (typeof labelSizes)[number] };
const storageKey = 'headworks.labels';

/** What was chosen on this PC last. */
const remembered = (): PrinterChosen => {
  const [name = '', width] = (localStorage.getItem(storageKey) ?? '').split('\n');
  return { printer: name === '' ? null : name, size: labelSizes.find(({ widthMm }) => `${widthMm}` === width) ?? labelSizes[0] };
};

/** The printer for labels and the size of its roll, as they were chosen on this PC last. */
export const usePrinter = () => {
  const [chosen, setChosen] = useState(remembered);
  const choose = (next: PrinterChosen) => {
    keepIn(localStorage, storageKey, `${next.printer ?? ''}\n${next.size.widthMm}`);
    setChosen(next);
  };
  return [chosen, choose] as const;
};

type Props = { shell: ShellSurface; chosen: PrinterChosen; onChoose: (next: PrinterChosen) => void };

export const PrinterChoice = ({ shell, chosen, onChoose }: Props) => {
  const [printers, setPrinters] = useState<Printers>([]);
  useEffect(() => {
    shell.printers().then(setPrinters, () => undefined);
  }, [shell]);
  const printer = printers.some(({ name }) => name === chosen.printer) ? (chosen.printer ?? '') : '';
  return (
    <>
      <label className={styles.field}>
        {words.size}
        <select
          className={formStyles.input}
          value={chosen.size.widthMm}
          onChange={({ currentTarget: { value } }) =>
            onChoose({ ...chosen, size: labelSizes.find(({ widthMm }) => `${widthMm}` === value) ?? labelSizes[0] })
          }
        >
          {labelSizes.map(({ widthMm, heightMm }) => (
            <option key={widthMm} value={widthMm}>
              {words.millimetres(widthMm, heightMm)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.field}>
        {words.printer}
        <select
          className={formStyles.input}
          value={printer}
          onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, printer: value === '' ? null : value })}
        >
          <option value="">{words.pdf}</option>
          {printers.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
    </>
  );
};
