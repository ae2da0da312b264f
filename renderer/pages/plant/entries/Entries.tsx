import { Button } from '@mantine/core';
import { useState } from 'react';
import { SLOT_MS } from '../../../../server/contract/model/common.ts';
import { enterReadings, exportReadings } from '../../../../server/contract/plant/readings/readingsEntry.ts';
import { listUnits } from '../../../../server/contract/plant/units.ts';
import { mostOfUnit } from '../../../../server/contract/rules/mostOfUnit.ts';
import { useAdding } from '../../../api/useAdding.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { DateBox } from '../../../parts/form/DateBox.tsx';
import { FormProblem, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { isUnlikely, Unlikely } from '../../../parts/form/Unlikely.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../../parts/form/useLeaveWarning.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import fieldStyles from '../../../parts/structure/Fields.module.css';
import { useProfile } from '../../../state/services.ts';
import { useToday } from '../../../state/useToday.ts';
import { formatUpTo, unitLabel } from '../../../text/numbers.ts';
import { addDays, dateOfDmy, isDate, longDate, toDmy } from '../../../text/times.ts';
import styles from '../Plant.module.css';
import type { PlantUnit } from '../units/unitForm.ts';
import { amounts, words } from '../words.ts';
import { areEntered } from './enteredThere.ts';
import { dayTotal, type EntryDraft, entryBody, typedIn } from './entryDraft.ts';

const fieldOf = (path: string, { fromDate, toDate }: EntryDraft): string => {
  if (path === 'from') return isDate(fromDate) ? 'fromTime' : 'fromDate';
  // without a slot there is nothing of the amount to be wrong
  if (path === 'values') return isDate(toDate) ? 'toTime' : 'toDate';
  return path.startsWith('values') ? 'amount' : path;
};

const slotsOfDay = (24 * 60 * 60_000) / SLOT_MS;

const EntryForm = ({ units, today }: { units: readonly PlantUnit[]; today: string }) => {
  const { timezone } = useProfile();
  const send = useAdding(enterReadings, async (session, { body }) => {
    const date = body.from.slice(0, 10);
    const days = Math.ceil(body.values.length / slotsOfDay);
    // its shift day may be the one before or behind, by zone and shift
    const query = { unitIds: [body.unitId], startDate: toDmy(addDays(date, -1)), endDate: toDmy(addDays(date, days + 1)) };
    return areEntered(await (await session.requestFile(exportReadings, { query })).blob.text(), body);
  });
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<{ words: string; draft: EntryDraft } | null>(null);
  const [first] = units;
  const start: EntryDraft = {
    unitId: first?.id ?? '',
    param: first?.series[0]?.param ?? '',
    fromDate: today,
    fromTime: '06:00',
    toDate: today,
    toTime: '07:00',
    amount: '',
    note: '',
  };
  const seriesOf = (draft: EntryDraft) =>
    units.find(({ id }) => id === draft.unitId)?.series.find(({ param }) => param === draft.param);
  const form = useForm({
    schema: enterReadings.body,
    start,
    own: { from: words.entry.fromWrong, values: words.entry.timeWrong },
    body: (draft) => entryBody(draft, seriesOf(draft), timezone),
    pathOf: fieldOf,
  });
  useLeaveWarning(form.isDirty);
  const { draft } = form;
  const unit = units.find(({ id }) => id === draft.unitId);
  const series = seriesOf(draft);
  const isMeter = series?.kind === 'counter';
  const typed = typedIn[series?.measure ?? '']?.unit ?? series?.measure ?? '';
  const { values } = entryBody(draft, series, timezone);
  const [each] = values;
  const most = unit && series && mostOfUnit(unit, series);
  const tooMuch = series?.kind === 'stock' ? words.entry.tooFull : words.entry.tooMuch;
  const stored = (value: number) => `${formatUpTo(value, 3)} ${unitLabel(series?.measure ?? '')}`.trim();
  const enter = (from: EntryDraft, takesBack: boolean, confirmed = false) => {
    const body = { ...entryBody(from, seriesOf(from), timezone, takesBack), ...(confirmed && { confirmed }) };
    return send.add({ body }).then(
      (entered) => {
        const { slots, days, measure } = entered ?? { slots: body.values.length, days: [], measure: '' };
        const totals = days.map(({ date, total }) => words.entry.day(longDate(dateOfDmy(date)), dayTotal(total, measure)));
        const said = [takesBack ? words.entry.takenBack(slots) : words.entry.entered(slots), ...totals].join(' ');
        setDone(takesBack ? { words: said, draft: { ...from, amount: '' } } : { words: said, draft: from });
        form.settle({ ...from, amount: takesBack ? from.amount : '' });
      },
      (error: unknown) => (isUnlikely(error) ? setAsked(true) : form.refuse(error)),
    );
  };
  return (
    <form
      className={fieldStyles.form}
      noValidate
      aria-label={words.tabs.entries}
      onSubmit={(event) => {
        event.preventDefault();
        setDone(null);
        if (form.check() !== null) void enter(draft, false);
      }}
    >
      <p className={styles.note}>{words.entry.what}</p>
      <div className={fieldStyles.fields}>
        <SelectField
          of={{
            ...form.bind('unitId'),
            onChange: (unitId) => form.set({ unitId, param: units.find(({ id }) => id === unitId)?.series[0]?.param ?? '' }),
          }}
          label={words.entry.unit}
          options={units.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          of={form.bind('param')}
          label={words.entry.param}
          options={(unit?.series ?? []).map(({ param, measure }) => ({
            value: param,
            label: `${amounts[param] ?? param.replaceAll('_', ' ')}, ${unitLabel(typedIn[measure]?.unit ?? measure)}`,
          }))}
        />
        <DateBox of={form.bind('fromDate')} label={words.entry.fromDate} />
        <TextField of={form.bind('fromTime')} label={words.entry.fromTime} hint={words.entry.timeHint} inputMode="numeric" />
        <DateBox of={form.bind('toDate')} label={words.entry.toDate} />
        <TextField of={form.bind('toTime')} label={words.entry.toTime} hint={words.entry.timeHint} inputMode="numeric" />
        <TextField
          of={form.bind('amount')}
          label={isMeter ? words.entry.amount : words.entry.value}
          hint={isMeter ? words.entry.amountHint : words.entry.valueHint}
          suffix={unitLabel(typed)}
          inputMode="decimal"
        />
        <TextField of={form.bind('note')} label={words.entry.note} hint={words.entry.noteHint} />
      </div>
      {values.length > 0 && typeof each === 'number' && Number.isFinite(each) ? (
        <p role="status" className={styles.note}>
          {words.entry.preview(values.length, stored(each))}
        </p>
      ) : null}
      {isAsked && typeof each === 'number' ? (
        <Unlikely
          figures={
            most !== undefined && Math.abs(each) > most
              ? tooMuch(stored(each), stored(most))
              : words.entry.beforeJoined(longDate(draft.fromDate))
          }
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false);
            void enter(draft, false, true);
          }}
        />
      ) : null}
      <FormProblem>{form.problem}</FormProblem>
      <div className={fieldStyles.buttons}>
        <Button type="submit" loading={send.busy}>
          {words.entry.enter}
        </Button>
        {done !== null && done.draft.amount !== '' ? (
          <Button variant="default" loading={send.busy} onClick={() => void enter(done.draft, true)}>
            {words.entry.takeBack}
          </Button>
        ) : null}
        <span role="status">{done?.words ?? ''}</span>
      </div>
    </form>
  );
};

/** Readings that a person enters or corrects, with the reason. */
export const Entries = () => {
  const units = useEndpoint(listUnits, {});
  const today = useToday();
  return (
    <Loaded of={units} rows={6}>
      {({ units: all }) => <EntryForm units={all.filter(({ series }) => series.length > 0)} today={today} />}
    </Loaded>
  );
};
