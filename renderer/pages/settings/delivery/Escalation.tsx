import { Button } from '@mantine/core';
import { CheckField, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { useBound } from '../../../parts/form/useBound.ts';
import styles from '../Page.module.css';
import own from './Delivery.module.css';
import { countOf, withoutLine } from './draft.ts';
import { type DeliveryForm, field, isOn } from './fieldsOf.ts';
import { words } from './words.ts';

type Recipe = Exclude<keyof typeof words.recipes, 'none'>;

/** Minutes of each step; who gets them is the plant's. */
const recipes: Readonly<Record<Recipe, readonly number[]>> = { quick: [5, 15, 30], usual: [10, 30, 60], night: [15, 60] };

/** The steps of a recipe with the recipients that are there already. */
const withRecipe = ({ draft }: DeliveryForm, recipe: Recipe): Record<string, string | undefined> => {
  const part: Record<string, string | undefined> = {};
  for (let at = 0; at < countOf(draft, 'escalation'); at += 1) {
    part[`escalation.${at}.afterMinutes`] = undefined;
    part[`escalation.${at}.recipients`] = undefined;
  }
  for (const [at, minutes] of recipes[recipe].entries()) {
    part[`escalation.${at}.afterMinutes`] = String(minutes);
    part[`escalation.${at}.recipients`] = draft[`escalation.${at}.recipients`] ?? '';
  }
  return part;
};

/** Who is called next while nobody answers. */
export const Escalation = ({ form }: { form: DeliveryForm }) => {
  const count = countOf(form.draft, 'escalation');
  const ofRecipe = useBound<keyof typeof words.recipes>('none', (recipe) => {
    if (recipe !== 'none') form.set(withRecipe(form, recipe));
  });
  return (
    <fieldset className={own.group}>
      <legend>{words.escalation}</legend>
      <p className={styles.sub}>{words.escalationHint}</p>
      <SelectField
        of={ofRecipe}
        label={words.recipe}
        options={(['none', ...(Object.keys(recipes) as Recipe[])] as const).map((value) => ({
          value,
          label: words.recipes[value],
        }))}
      />
      <p className={styles.sub}>{words.recipeHint}</p>
      {count === 0 ? <p>{words.noSteps}</p> : null}
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <section key={at} className={own.line} aria-label={words.step(at + 1)}>
          <TextField of={field(form, `escalation.${at}.afterMinutes`)} label={words.after} inputMode="numeric" />
          <TextField
            of={field(form, `escalation.${at}.recipients`)}
            label={words.stepTo}
            hint={form.draft[`escalation.${at}.recipients`]?.trim() === '' ? words.toNobody : words.stepToHint}
          />
          <Button
            variant="default"
            aria-label={words.removeStep(at + 1)}
            onClick={() => form.set(withoutLine(form.draft, 'escalation', at))}
          >
            ×
          </Button>
        </section>
      ))}
      <div>
        <Button
          variant="default"
          disabled={count >= 10}
          onClick={() => form.set({ [`escalation.${count}.afterMinutes`]: '30', [`escalation.${count}.recipients`]: '' })}
        >
          {words.addStep}
        </Button>
      </div>
    </fieldset>
  );
};

/** When alarms are gathered into one message. */
export const Flood = ({ form }: { form: DeliveryForm }) => (
  <fieldset className={own.group}>
    <legend>{words.flood}</legend>
    <TextField of={field(form, 'flood.perTenMinutes')} label={words.perTenMinutes} inputMode="numeric" />
    <CheckField
      label={words.digest}
      checked={isOn(form, 'flood.digest')}
      onChange={(on) => form.set({ 'flood.digest': on ? 'on' : '' })}
    />
  </fieldset>
);
