import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { reportFormats, reportServices, reportTemplates, reportTypes } from '../../../server/contract/model/reports.ts';
import { readInfo } from '../../../server/contract/user/accounts.ts';
import { readReport } from '../../../server/contract/user/reportRows.ts';
import { useEndpoint, useTextFile } from '../../api/useEndpoint.ts';
import { Choice } from '../../parts/Choice.tsx';
import { SelectField } from '../../parts/form/fields.tsx';
import { useBound } from '../../parts/form/useBound.ts';
import { useChosen } from '../../parts/form/useChosen.ts';
import { NextIcon, PreviousIcon } from '../../parts/icons.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { IconButton } from '../../parts/menus/IconButton.tsx';
import { Empty } from '../../parts/states.tsx';
import { isMissing } from '../../state/fresh.ts';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { type ReportsSearch, type ReportType, readSearch } from './entry.ts';
import styles from './Page.module.css';
import { askedPeriod, isMonthly, lastDay, type Period, periodWords, spansOf, stepped } from './period.ts';
import type { useMaking } from './useMaking.ts';
import { words } from './words.ts';

const mostPreviewMs = 120_000;

/** The running day or month, unless another one is asked for. */
const usePeriod = (search: ReportsSearch): Period & { last: string } => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const last = lastDay(useNow(clock), timezone, shift.startAt);
  const type = search.type ?? 'daily';
  const spans = spansOf[type];
  const span = spans === undefined ? 1 : (spans.find((one) => one === search.span) ?? spans[0] ?? 1);
  const date = search.date === undefined || search.date > last ? last : search.date;
  return { type, date, span, last };
};

const Steps = ({ period, last, onPick }: { period: Period; last: string; onPick: (date: string) => void }) => {
  const next = stepped(period, 1);
  const atEnd = isMonthly(period.type) ? next.slice(0, 7) > last.slice(0, 7) : period.date >= last;
  return (
    <fieldset className={styles.steps} aria-label={words.period}>
      <IconButton label={words.earlier} onClick={() => onPick(stepped(period, -1))}>
        <PreviousIcon />
      </IconButton>
      <span className={styles.period} aria-live="polite">
        {periodWords(period)}
      </span>
      <IconButton label={words.later} disabled={atEnd} onClick={() => onPick(next > last ? last : next)}>
        <NextIcon />
      </IconButton>
    </fieldset>
  );
};

const Preview = ({ html, title }: { html: string; title: string }) => (
  <iframe className={styles.preview} title={title} srcDoc={html} sandbox="" />
);

/** What, of when, as which file: the file in one more click, and the same as preview. */
export const Maker = ({ making }: { making: ReturnType<typeof useMaking> }) => {
  const search = useSearch({ from: '/reports' });
  const navigate = useNavigate({ from: '/reports' });
  const period = usePeriod(search);
  const subject = search.subject ?? 'water';
  const template = search.template ?? 'v1';
  const spans = spansOf[period.type];
  const change = (next: Partial<ReportsSearch>) =>
    void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false });
  const [span, setSpan] = useChosen(period.span);
  const [chosenSubject, setSubject] = useChosen(subject);
  const [chosenUnit, setUnit] = useChosen(search.unit ?? '');
  const ofUnit = useBound(chosenUnit, (value: string) => {
    setUnit(value);
    change({ unit: value === '' ? undefined : value } as Partial<ReportsSearch>);
  });

  const units = useEndpoint(readInfo, {});
  const query = {
    ...askedPeriod(period),
    service: subject,
    format: template,
    ...(search.unit === undefined ? {} : { unitId: search.unit }),
  };
  const preview = useTextFile(
    readReport,
    { query: { ...query, reportFormat: 'html' }, headers: {} },
    { timeoutMs: mostPreviewMs },
  );
  const name = `${words.subjects[subject]}, ${periodWords(period)}`;

  return (
    <div className={styles.maker}>
      <div className={styles.toolbar}>
        <Choice<ReportType>
          label={words.type}
          value={period.type}
          options={reportTypes.map((value) => ({ value, label: words.types[value] }))}
          onChoose={(type) => change({ type })}
        />
        <Steps period={period} last={period.last} onPick={(date) => change({ date })} />
        {spans === undefined ? null : (
          <label className={styles.inline}>
            {words.length}
            <select
              value={span}
              onChange={({ currentTarget: { value } }) => {
                setSpan(Number(value));
                change({ span: Number(value) });
              }}
            >
              {spans.map((one) => (
                <option key={one} value={one}>
                  {isMonthly(period.type) ? words.months(one) : words.days(one)}
                </option>
              ))}
            </select>
          </label>
        )}
        <div className={styles.formats}>
          {reportFormats
            .toSorted((a, b) => words.order.indexOf(a) - words.order.indexOf(b))
            .map((format) => (
              <Button
                key={format}
                {...(format === 'pdf' ? {} : { variant: 'default' })}
                onClick={() =>
                  making.make(`${name}, ${words.formats[format]}`, readReport, {
                    query: { ...query, reportFormat: format },
                    headers: {},
                  })
                }
              >
                {words.formats[format]}
              </Button>
            ))}
        </div>
      </div>
      <div className={styles.split}>
        <div className={styles.side}>
          <fieldset className={styles.subjects}>
            <legend>{words.subject}</legend>
            {reportServices.map((one) => (
              <label key={one} data-chosen={one === chosenSubject || undefined}>
                <input
                  type="radio"
                  name="subject"
                  checked={one === chosenSubject}
                  onChange={() => {
                    setSubject(one);
                    change({ subject: one });
                  }}
                />
                <span>
                  {words.subjects[one]}
                  <span className={styles.sub}>{words.about[one]}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <SelectField
            of={ofUnit}
            label={words.units}
            options={[
              { value: '', label: words.allUnits },
              ...Object.values(units.data ?? {})
                .flat()
                .map(({ unitId, unitName }) => ({ value: unitId, label: unitName })),
            ]}
          />
          <Choice
            label={words.template}
            value={template}
            options={reportTemplates.map((value) => ({ value, label: words.templates[value] }))}
            onChoose={(value) => change({ template: value })}
          />
        </div>
        <section className={styles.paper} aria-label={words.preview}>
          {isMissing(preview.error) ? (
            <Empty title={words.nothing}>{words.nothingBody}</Empty>
          ) : (
            <Loaded of={preview} rows={12} rowHeight="2rem">
              {(html) => <Preview html={html} title={words.previewOf(name)} />}
            </Loaded>
          )}
        </section>
      </div>
    </div>
  );
};
