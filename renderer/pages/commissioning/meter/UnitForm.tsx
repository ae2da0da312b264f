import { useEffect, useState } from 'react';
import { unitSpec } from '../../../../server/contract/model/units.ts';
import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import type { KnownTemplate } from '../../../../server/contract/plant/commissioning/templates.ts';
import { FormProblem, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { forgetTyped, keepTyped, readTyped, withTyped } from '../typed.ts';
import { words } from '../words.ts';
import { FeedChoice } from './feeding/FeedChoice.tsx';
import styles from './Meter.module.css';
import type { StepProps } from './place.ts';
import { proposalOf } from './proposal.ts';
import { StepFoot } from './StepFoot.tsx';
import { isMetered, kindsOf, likeliestKind, type UnitKindId } from './unitKinds.ts';
import { specOf, type UnitDraft } from './unitSpecOf.ts';
import { useMakeUnit } from './useMakeUnit.ts';

type Props = StepProps & { tags: readonly PlantTag[]; template: KnownTemplate | undefined; deviceName: string };

const textOf = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));

/** Name and place of the unit, and how its counter counts: proposed from the model, with what is a guess. */
export const UnitForm = ({ place, go, tags, template, deviceName }: Props) => {
  const { device = '' } = place;
  const [typed] = useState(() => readTyped(localStorage, device));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set(typed.left));
  const chosen = tags.filter(({ id }) => !left.has(id));
  const kinds = kindsOf(template?.category);
  const counter =
    template === undefined
      ? tags.find(({ kind }) => kind === 'counter')
      : template.tags.find(({ kind, param }) => kind === 'counter' && param !== undefined);
  const proposal = counter === undefined ? undefined : proposalOf(counter);
  const maker = useMakeUnit();
  const first: UnitKindId = template === undefined ? likeliestKind(tags) : (kinds[0] ?? 'intake');
  const start: UnitDraft = {
    name: '',
    kind: first,
    group: words.groupNames[first],
    modulus: textOf(proposal?.modulus),
    basePerCount: textOf(proposal?.basePerCount ?? 1000),
    maxPerHour: textOf(proposal?.maxPerHour),
    diameter: '',
    height: '',
  };
  const form = useForm({
    schema: unitSpec,
    start: withTyped(start, typed, kinds),
    own: { subCategoryId: words.groupNeeded },
    body: (draft) => specOf(draft, chosen, template),
    pathOf: (path) =>
      path
        .replace(/^meta\.(meter|tank)\./, '')
        .replace('subCategoryId', 'group')
        .replace(/^meta\.params.*/, 'signals'),
  });
  const isTouched = form.isDirty || left.size !== typed.left.length;
  const { draft } = form;
  const { kind } = draft;
  // nobody is asked before this is left: what was typed is there again
  useEffect(() => {
    if (isTouched && place.unit === undefined) keepTyped(localStorage, device, { fields: draft, left: [...left] });
  }, [isTouched, draft, left, device, place.unit]);
  const doubts = proposal?.doubts ?? [];

  const submit = async () => {
    const body = form.check();
    if (body === null) return;
    try {
      const unit = place.unit ?? (await maker.make(kind, form.draft.group.trim(), body));
      // what was made is kept in the address, also where a signal cannot feed it
      forgetTyped(localStorage, device);
      go({ ...place, step: 'unit', unit }, true);
      await maker.feed(unit, chosen, template);
      go({ ...place, step: 'trusted', unit }, true);
    } catch (error) {
      form.refuse(error);
    }
  };

  return (
    <form
      className={styles.step}
      noValidate
      aria-label={words.steps.unit}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <section className={styles.sheet}>
        <h2>{words.whatIsIt}</h2>
        <div className={styles.fields}>
          <TextField of={form.bind('name')} label={words.unitName} hint={words.unitNameHint(deviceName)} autoFocus />
          <SelectField
            of={{
              ...form.bind('kind'),
              onChange: (next) => form.set({ kind: next, group: words.groupNames[next] }),
            }}
            label={words.kind}
            hint={words.kindHints[kind]}
            options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          />
          <TextField of={form.bind('group')} label={words.group} hint={words.groupHint} list={maker.groupsOf(kind)} />
        </div>
      </section>
      {isMetered(kind) ? (
        <section className={styles.sheet}>
          <h2>{words.howItCounts}</h2>
          <p className={styles.note}>{counter === undefined ? words.noCounter : words.proposedFrom(counter.name)}</p>
          <div className={styles.fields}>
            <TextField
              of={form.bind('modulus')}
              label={words.modulus}
              hint={doubts.includes('rollover') ? words.modulusDoubt : words.modulusHint}
              inputMode="decimal"
            />
            <TextField
              of={form.bind('basePerCount')}
              label={words.perCount[kind === 'energy' ? 'energy' : kind === 'rain' ? 'rain' : 'water']}
              hint={doubts.includes('count') ? words.perCountDoubt : words.perCountHint}
              inputMode="decimal"
            />
            <TextField of={form.bind('maxPerHour')} label={words.maximum} hint={words.maximumHint} inputMode="decimal" />
          </div>
        </section>
      ) : null}
      {kind === 'tank' ? (
        <section className={styles.sheet}>
          <h2>{words.tank}</h2>
          <div className={styles.fields}>
            <TextField of={form.bind('diameter')} label={words.diameter} suffix="m" inputMode="decimal" />
            <TextField of={form.bind('height')} label={words.height} suffix="m" inputMode="decimal" />
          </div>
        </section>
      ) : null}
      <FeedChoice
        tags={tags}
        template={template}
        kind={kind}
        left={left}
        onLeave={(id, isLeft) => setLeft(new Set(isLeft ? [...left, id] : [...left].filter((one) => one !== id)))}
      />
      <FormProblem>{form.problem}</FormProblem>
      <StepFoot
        back={{ label: words.steps.readings, onBack: () => go({ ...place, step: 'readings' }) }}
        next={words.nextTrusted}
        busy={maker.busy}
        note={words.unitNote}
      />
    </form>
  );
};
