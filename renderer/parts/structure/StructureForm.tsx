import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { whole } from '../../../server/contract/whole.ts';
import { useProfile } from '../../state/services.ts';
import { draftKey } from '../editor/draft.ts';
import { useEditedDocument } from '../editor/useEditedDocument.ts';
import { FormProblem } from '../form/fields.tsx';
import { ownMessagesOnly, problemsOf } from '../form/problems.ts';
import { sayRefusal } from '../form/sayRefusal.ts';
import { isSameBody } from '../form/useForm.ts';
import { words as formWords } from '../form/words.ts';
import { useWasDeleted } from '../gone/wasDeleted.ts';
import { bodyValue, type Draft, draftOf, withAt } from './draft.ts';
import { FieldsOfPath } from './Field.tsx';
import styles from './Fields.module.css';
import { byEnd, type Labels, labelOf } from './labels.ts';
import { type DraftDocument, draftRules } from './parts.ts';
import { Sides } from './Sides.tsx';
import { namePath, only, type Shape } from './shape.ts';
import { FieldsContext, type FieldsOf, type Option } from './useFields.ts';
import { words } from './words.ts';

export type StoredValue = { version: number; value: unknown };

type Choices = Readonly<Record<string, readonly Option[]>>;

type Props<S extends z.ZodType> = {
  title: string;
  /** Under which name what is not saved is kept in this browser. */
  draftName: string;
  /** Of what is sent. */
  schema: S;
  shape: Shape;
  /** Paths of the fields that are drawn now, perhaps by what is typed; all where absent. */
  shown?: readonly string[] | ((value: unknown) => readonly string[]);
  /** Perhaps by what is typed: a figure has the unit of measure that is shown beside it. */
  labels: Labels | ((value: unknown) => Labels);
  /** What fields choose from where the schema does not say, by the ends of their paths, perhaps by what is typed. */
  choices?: Choices | ((value: unknown) => Choices);
  stored: StoredValue;
  /** Version that the server has now, as far as the page knows. */
  latest?: number | undefined;
  isNew?: boolean;
  /** What changes along with the field at a path, as a unit of measure with what is measured. */
  follow?: (draft: Draft, path: string) => Draft;
  /** What is sent, of the fields of the form. */
  bodyOf?: (value: unknown) => unknown;
  /** Path that the server puts before those of the form, "facts". */
  under?: string;
  /** Resolves to the new version. @throws ApiError */
  send: (body: z.output<S>, version: number) => Promise<number>;
  /** What the server has now. @throws ApiError */
  read: () => Promise<StoredValue>;
  submit?: string | undefined;
  /** Shows the part of the form where a field is. */
  onShow?: (namePath: string) => void;
  /** Between fields and buttons, of what is typed. */
  beside?: (value: unknown) => ReactNode;
  /** Id of what is changed, by which the server knows who changed it last. */
  subject?: string;
  /** What the audit log calls the change, where one id has several. */
  changeKind?: Parameters<typeof Sides>[0]['kind'];
  /** Called once what was typed is saved and no longer kept in this browser. */
  onSaved?: () => void;
};

const same = <V,>(value: V): V => value;
const inPath = (path: string, under: string): string => {
  const plain = path.replace(/^body\./, '');
  return under !== '' && plain.startsWith(`${under}.`) ? plain.slice(under.length + 1) : plain;
};

/**
 * A form that is built from the schema by which the server checks: it checks while one types, keeps what was typed, undoes, and shows both sides
 * where somebody else saved meanwhile.
 */
export const StructureForm = <S extends z.ZodType>({
  title,
  draftName,
  schema,
  shape,
  shown,
  labels: labelled,
  choices = {},
  stored,
  latest,
  isNew = false,
  follow = same,
  bodyOf = same,
  under = '',
  send,
  read,
  submit = formWords.save,
  onShow,
  beside,
  subject,
  changeKind,
  onSaved,
}: Props<S>) => {
  const formId = useId();
  const { industryName, username } = useProfile();
  const wasDeleted = useWasDeleted();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const documentOf = ({ version, value }: StoredValue) => ({ version, doc: { draft: draftOf(shape, value, isNew) } });
  // what is emptied in a thing that is there is missing, and does not become its default unseen
  const form = (isNew ? schema : whole(schema)) as S;
  const parse = ({ draft }: DraftDocument) => form.safeParse(bodyOf(bodyValue(shape, draft)), ownMessagesOnly);
  const isAlike = (one: DraftDocument, other: DraftDocument) => isSameBody(parse(one), parse(other));
  const edited = useEditedDocument<DraftDocument>({
    stored: documentOf(stored),
    rules: draftRules,
    isAlike,
    draftKey: draftKey(draftName, industryName, username),
    isKept: !wasDeleted,
    send: async (doc, version) => {
      const parsed = parse(doc);
      if (!parsed.success) throw new Error('a form is sent that is not right');
      return send(parsed.data, version);
    },
    read: async () => {
      const now = await read();
      // a collision with something else is no newer version
      if (now.version === edited.version) throw new Error('nothing is newer');
      return documentOf(now);
    },
  });
  const { doc, change, isDirty, faults, version } = edited;
  const [firstVersion] = useState(version);
  const isSaved = version !== firstVersion && !isDirty;
  const whenSaved = useRef(onSaved);
  whenSaved.current = onSaved;
  useEffect(() => {
    if (isSaved) whenSaved.current?.();
  }, [isSaved]);
  // a newer state that says what was typed was saved by this form, though no answer said so
  const isOvertaken =
    latest !== undefined && latest > version && isDirty && !edited.busy && !isAlike(doc, documentOf(stored).doc);
  const parsed = parse(doc);
  const problems = parsed.success ? {} : problemsOf(parsed.error.issues);
  const typed = bodyValue(shape, doc.draft);
  const labels = typeof labelled === 'function' ? labelled(typed) : labelled;
  const refused = Object.fromEntries(
    faults.map(({ path, message }) => {
      const parts = inPath(path, under).split('.');
      const beside = (name: string) => byEnd(labels.fields, namePath(shape, [...parts.slice(0, -1), name]));
      return [parts.join('.'), sayRefusal(message, path, beside)];
    }),
  );
  const idOf = (path: readonly string[]) => `${formId}-${path.join('.')}`;
  const wanted = typeof shown === 'function' ? shown(typed) : shown;
  const drawn = wanted === undefined ? shape : only(shape, wanted);
  const known = typeof choices === 'function' ? choices(typed) : choices;

  const fields: FieldsOf = {
    draft: doc.draft,
    change: (path, value, kind) => change(({ draft }) => ({ draft: follow(withAt(draft, path, value), path.join('.')) }), kind),
    problemAt: (path) => refused[path.join('.')] ?? (left.has(path.join('.')) ? problems[path.join('.')] : undefined),
    leave: (path) => setLeft((before) => (before.has(path.join('.')) ? before : new Set([...before, path.join('.')]))),
    idOf,
    labels,
    choicesOf: (name) => byEndOf(known, name),
    namePathOf: (path) => namePath(shape, path),
  };
  const show = (path: string) => {
    onShow?.(namePath(shape, path.split('.')));
    // after the part that holds it is drawn
    setTimeout(() => document.getElementById(idOf(path.split('.')))?.focus());
  };
  const seen = Object.entries(problems).filter(([path]) => tried && left.has(path));
  const wrong = Object.entries({ ...Object.fromEntries(seen), ...refused });
  return (
    <FieldsContext value={fields}>
      <form
        className={styles.form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          // what appears after this is complained of once it was left, or with the next press
          setLeft((before) => new Set([...before, ...Object.keys(problems)]));
          const [first] = Object.keys(problems);
          if (first === undefined) edited.save();
          else show(first);
        }}
      >
        {drawn.kind === 'object' ? <FieldsOfPath fields={drawn.fields} path={[]} /> : null}
        {beside?.(typed)}
        <FormProblem>
          {wasDeleted
            ? words.gone
            : edited.problem !== null && faults.length === 0
              ? edited.problem
              : wrong.length > 0
                ? formWords.problems(wrong.length)
                : null}
        </FormProblem>
        {wrong.length === 0 ? null : (
          <ul aria-label={words.look}>
            {wrong.map(([path, why]) => (
              <li key={path}>
                <button type="button" className={styles.look} onClick={() => show(path)}>
                  {labelOf(labels, namePath(shape, path.split('.')))}: {why}
                </button>
              </li>
            ))}
          </ul>
        )}
        {isOvertaken ? <p role="status">{words.newer}</p> : null}
        <div className={styles.buttons}>
          <Button type="submit" loading={edited.busy} disabled={wasDeleted || (!isDirty && !isNew)}>
            {submit}
          </Button>
          <Button variant="default" disabled={!edited.canUndo} onClick={edited.undo}>
            {words.undo}
          </Button>
          <Button variant="default" disabled={!edited.canRedo} onClick={edited.redo}>
            {words.redo}
          </Button>
          <span role="status" className={styles.note}>
            {wasDeleted ? '' : isDirty ? (edited.isKept ? words.dirty : words.notKept) : isSaved ? words.saved : ''}
          </span>
        </div>
      </form>
      {edited.theirs === null ? null : <Sides of={edited} shape={shape} labels={labels} subject={subject} kind={changeKind} />}
    </FieldsContext>
  );
};

const byEndOf = (choices: Choices, name: string): readonly Option[] | undefined => {
  const end = byEnd(Object.fromEntries(Object.keys(choices).map((key) => [key, key])), name);
  return end === undefined ? undefined : choices[end];
};
