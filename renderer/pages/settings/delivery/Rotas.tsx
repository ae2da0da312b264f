import { Button } from '@mantine/core';
import { CheckField, TextField } from '../../../parts/form/fields.tsx';
import { formatUpTo } from '../../../text/numbers.ts';
import styles from '../Page.module.css';
import { uncoveredHours } from './coverage.ts';
import own from './Delivery.module.css';
import { countOf, withoutLine } from './draft.ts';
import { type DeliveryForm, field } from './fieldsOf.ts';
import { words } from './words.ts';

const lines = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const daysIn = (typed = ''): number[] => typed.split(',').filter(Boolean).map(Number);
/** Monday first. */
const week = [1, 2, 3, 4, 5, 6, 0];

const newTurn = (path: string) => ({
  [`${path}.days`]: '1,2,3,4,5',
  [`${path}.from`]: '22:00',
  [`${path}.to`]: '06:00',
  [`${path}.recipients`]: '',
});

const Days = ({ form, path }: { form: DeliveryForm; path: string }) => {
  const { id, problem, value } = field(form, path);
  const chosen = daysIn(value);
  return (
    <fieldset className={own.days} id={id} tabIndex={-1}>
      <legend>{words.days}</legend>
      {week.map((day) => (
        <CheckField
          key={day}
          label={words.dayNames[day] ?? ''}
          checked={chosen.includes(day)}
          onChange={(on) =>
            form.set({ [path]: (on ? [...chosen, day] : chosen.filter((one) => one !== day)).toSorted().join(',') })
          }
        />
      ))}
      {problem === undefined ? null : <p>{words.daysNeeded}</p>}
    </fieldset>
  );
};

const Turn = ({ form, list, at }: { form: DeliveryForm; list: string; at: number }) => {
  const path = `${list}.${at}`;
  return (
    <section className={own.turn} aria-label={words.turn(at + 1)}>
      <Days form={form} path={`${path}.days`} />
      <TextField of={field(form, `${path}.from`)} label={words.turnFrom} />
      <TextField of={field(form, `${path}.to`)} label={words.turnTo} />
      <TextField of={field(form, `${path}.recipients`)} label={words.onDuty} hint={words.onDutyHint} />
      <Button variant="default" aria-label={words.removeTurn(at + 1)} onClick={() => form.set(withoutLine(form.draft, list, at))}>
        ×
      </Button>
    </section>
  );
};

const Rota = ({ form, at }: { form: DeliveryForm; at: number }) => {
  const { draft } = form;
  const list = `rotas.${at}.turns`;
  const count = countOf(draft, list);
  const name = draft[`rotas.${at}.name`] ?? '';
  const turns = lines(count).map((turn) => ({
    days: daysIn(draft[`${list}.${turn}.days`]),
    from: draft[`${list}.${turn}.from`] ?? '',
    to: draft[`${list}.${turn}.to`] ?? '',
  }));
  const hours = uncoveredHours(turns);
  return (
    <section className={own.rota} aria-label={words.rota(name)}>
      <div className={own.line}>
        <TextField of={field(form, `rotas.${at}.name`)} label={words.rotaName} />
        <TextField of={field(form, `rotas.${at}.otherwise`)} label={words.otherwise} hint={words.otherwiseHint} />
        <Button variant="default" aria-label={words.removeRota(name)} onClick={() => form.set(withoutLine(draft, 'rotas', at))}>
          ×
        </Button>
      </div>
      {lines(count).map((turn) => (
        <Turn key={turn} form={form} list={list} at={turn} />
      ))}
      <p className={styles.sub}>{hours === 0 ? '' : words.nobodyAt(formatUpTo(hours, 1))}</p>
      <div>
        <Button variant="default" onClick={() => form.set(newTurn(`${list}.${count}`))}>
          {words.addTurn}
        </Button>
      </div>
    </section>
  );
};

/** Whose turn it is when: named as a recipient, a rota is whoever is on duty. */
export const Rotas = ({ form }: { form: DeliveryForm }) => {
  const count = countOf(form.draft, 'rotas');
  return (
    <fieldset className={own.group}>
      <legend>{words.rotas}</legend>
      <p className={styles.sub}>{words.rotasHint}</p>
      {count === 0 ? <p>{words.noRotas}</p> : null}
      {lines(count).map((at) => (
        <Rota key={at} form={form} at={at} />
      ))}
      <div>
        <Button
          variant="default"
          disabled={count >= 20}
          onClick={() =>
            form.set({ [`rotas.${count}.name`]: '', [`rotas.${count}.otherwise`]: '', ...newTurn(`rotas.${count}.turns.0`) })
          }
        >
          {words.addRota}
        </Button>
      </div>
    </fieldset>
  );
};
