import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type LoopTest, readLoopTest, readLoopTestPhoto } from '../../../../server/contract/plant/commissioning/loopTests.ts';
import type { ShellSurface } from '../../../../server/contract/process/surface.ts';
import { desktop } from '../../../api/desktop.ts';
import { useEndpoint, useFile } from '../../../api/useEndpoint.ts';
import { useOrigin } from '../../../api/useOrigin.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { PrinterChoice, usePrinter } from '../../../parts/labels/PrinterChoice.tsx';
import { printLabel } from '../../../parts/labels/printLabel.ts';
import { words as labelWords } from '../../../parts/labels/words.ts';
import { PageFrame } from '../../../parts/PageFrame.tsx';
import { QrPicture } from '../../../parts/qr/QrPicture.tsx';
import { explain } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import { formatTo, formatUpTo, placesAlike, unitLabel } from '../../../text/numbers.ts';
import { dateOf, dateText, dateWithYearAndTime } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { loopTestFields, toolWords as words } from '../words.ts';
import styles from './Certificate.module.css';

/** Address that the code on the meter opens: this certificate, at the server as other machines find it. */
const useCertificateAddress = (id: string): string => `${useOrigin()}/commissioning?certificate=${encodeURIComponent(id)}`;

/** A certificate never looks whole, on paper neither, while one of its photos is missing. */
const Photo = ({ id, photoId, at }: { id: string; photoId: string; at: number }) => {
  const { data: blob, error } = useFile(readLoopTestPhoto, { params: { id, photoId } });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (address !== null) return <img className={styles.photo} src={address} alt={words.photoOf(at)} />;
  return (
    <p role="status">
      {words.photoOf(at)}: {error === null || error === undefined ? text.loading : explain(error)}
    </p>
  );
};

const Points = ({ test }: { test: LoopTest }) => {
  const isOfSpan = test.toleranceOf === 'span';
  const places = placesAlike(
    test.points.flatMap(({ reference, asFound, asLeft }) => [reference, asFound, asLeft]),
    4,
  );
  const number = (value: number | null): string => formatTo(value, places);
  const deviation = (of: LoopTest['points'][number]['asLeftDeviation']) => {
    const pct = isOfSpan ? of.pctOfSpan : of.pctOfReading;
    return of.absolute === null ? text.noValue : `${number(of.absolute)}${pct === null ? '' : ` (${formatTo(pct, 2)} %)`}`;
  };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {words.pointColumns.map((label, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns have the same name
            <th key={at} scope="col">
              {label} {at % 2 === 0 && at > 0 ? '' : unitLabel(test.measure)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {test.points.map(({ reference, asFound, asLeft, asFoundDeviation, asLeftDeviation }) => (
          <tr key={`${reference} ${asFound} ${asLeft}`}>
            <td>{number(reference)}</td>
            <td>{number(asFound)}</td>
            <td>{deviation(asFoundDeviation)}</td>
            <td>{number(asLeft)}</td>
            <td>{deviation(asLeftDeviation)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Facts = ({ test }: { test: LoopTest }) => {
  const { timezone, industryName } = useProfile();
  const { fields } = loopTestFields;
  const { reference } = test;
  const rows: readonly (readonly [string, string])[] = [
    [words.plant, industryName],
    [fields.unitId, `${test.unitName}, ${text.params[test.param] ?? test.param}`],
    [fields.testedAt, dateWithYearAndTime(Date.parse(test.testedAt), timezone)],
    [fields.testedBy, test.testedBy],
    [fields.instrument, [reference.instrument, reference.serial].filter(Boolean).join(', ')],
    [
      fields.certificate,
      [reference.certificate, reference.validTo === null ? '' : `${fields.validTo} ${dateText(reference.validTo)}`]
        .filter(Boolean)
        .join(', '),
    ],
    [
      fields.tolerancePct,
      test.tolerancePct === null
        ? ''
        : words.tolerance(formatUpTo(test.tolerancePct, 3), test.toleranceOf === 'span' ? words.ofSpan : words.ofReading),
    ],
    [words.asFoundResult, words.results[test.asFoundResult ?? 'none']],
    [words.asLeftResult, words.results[test.result ?? 'none']],
    [fields.dueOn, test.dueOn === null ? '' : dateText(test.dueOn)],
    [fields.note, test.note],
  ];
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
};

/** The same label in its own size, out of the label printer of this PC. */
const PrintCertificateLabel = ({ shell, test, address }: { shell: ShellSurface; test: LoopTest; address: string }) => {
  const { industryName, timezone } = useProfile();
  const [chosen, choose] = usePrinter();
  const [said, setSaid] = useState('');
  const verdict = `${words.results[test.result ?? 'none']}, ${dateOf(Date.parse(test.testedAt), timezone)}`;
  const due = test.dueOn === null ? [] : [`${loopTestFields.fields.dueOn}: ${test.dueOn}`];
  const print = async () =>
    setSaid(await printLabel({ shell, ...chosen, address, title: test.unitName, lines: [industryName, verdict, ...due] }));
  return (
    <div className={styles.hint}>
      <div className={styles.printing}>
        <PrinterChoice shell={shell} chosen={chosen} onChoose={choose} />
        <Button variant="default" onClick={() => void print()}>
          {labelWords.print}
        </Button>
      </div>
      <p role="status">{said}</p>
    </div>
  );
};

const Sheet = ({ test }: { test: LoopTest }) => {
  const { timezone, industryName } = useProfile();
  const address = useCertificateAddress(test.id);
  return (
    <article className={styles.sheet}>
      {test.correctedBy === null ? null : <p className={styles.corrected}>{words.corrected}</p>}
      <Facts test={test} />
      <Points test={test} />
      <p className={styles.note}>{words.keptBy(test.savedBy, dateWithYearAndTime(Date.parse(test.savedAt), timezone))}</p>
      <div className={styles.photos}>
        {test.photos.map(({ id: photoId }, at) => (
          <Photo key={photoId} id={test.id} photoId={photoId} at={at + 1} />
        ))}
      </div>
      <p className={styles.signature}>{words.signature}</p>
      <section className={styles.label} aria-label={words.label}>
        <QrPicture text={address} label={words.labelQr} />
        <div>
          <strong>{test.unitName}</strong>
          <p>{industryName}</p>
          <p>
            {words.results[test.result ?? 'none']}, {dateOf(Date.parse(test.testedAt), timezone)}
          </p>
          {test.dueOn === null ? null : (
            <p>
              {loopTestFields.fields.dueOn}: {test.dueOn}
            </p>
          )}
        </div>
      </section>
      {desktop === undefined ? null : <PrintCertificateLabel shell={desktop} test={test} address={address} />}
    </article>
  );
};

/** A loop test on one sheet of paper, with the label that is stuck to the meter. */
export const Certificate = ({ id }: { id: string }) => {
  const navigate = useNavigate({ from: '/commissioning' });
  const test = useEndpoint(readLoopTest, { params: { id } });
  return (
    <PageFrame
      title={words.certificate}
      note={<span className={styles.hint}>{words.printHint}</span>}
      controls={
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          {words.backToTests}
        </Button>
      }
    >
      <Loaded of={test} rows={10}>
        {(data) => <Sheet test={data} />}
      </Loaded>
    </PageFrame>
  );
};
