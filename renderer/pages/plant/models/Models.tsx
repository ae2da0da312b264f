import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DeviceTemplate } from '../../../../server/contract/model/deviceTemplates.ts';
import {
  deleteTemplate,
  type KnownTemplate,
  listTemplates,
  saveTemplate,
} from '../../../../server/contract/plant/commissioning/templates.ts';
import { useEndpoint, useSaving, useSend } from '../../../api/useEndpoint.ts';
import { download } from '../../../parts/downloads.ts';
import { Differences } from '../../../parts/editor/Differences.tsx';
import { FileButton } from '../../../parts/editor/FileButton.tsx';
import { differences } from '../../../parts/editor/things.ts';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import formStyles from '../../../parts/form/Form.module.css';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { isConflict } from '../../../parts/form/isConflict.ts';
import { useLastChange } from '../../../parts/form/useLastChange.ts';
import { words as formWords } from '../../../parts/form/words.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { explain } from '../../../parts/states.tsx';
import fieldStyles from '../../../parts/structure/Fields.module.css';
import styles from '../Plant.module.css';
import { words } from '../words.ts';
import { readModel, thingsOfModel } from './modelFile.ts';

const fileOf = ({ origin: _, version: __, ...model }: KnownTemplate): Blob =>
  new Blob([JSON.stringify(model, null, 2)], { type: 'application/json' });

/** The id of a model may be longer than a phone is wide. */
const longName = { root: formStyles.named ?? '', label: formStyles.namedWords ?? '' };

const titleOf = ({ manufacturer, model }: DeviceTemplate): string => `${manufacturer} ${model}`;

/** A model that was read from a file, compared with the one of the same id, before it is saved. */
const Read = ({
  model,
  before,
  onDone,
  onReload,
}: {
  model: DeviceTemplate;
  before: KnownTemplate | undefined;
  onDone: () => void;
  onReload: () => void;
}) => {
  const save = useSaving(saveTemplate);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasOther, setHasOther] = useState(false);
  const by = useLastChange({ subject: hasOther ? model.id : undefined, kind: 'template.save' });
  const isShipped = before?.origin === 'shipped';
  return (
    <section aria-label={titleOf(model)} className={styles.stack}>
      <h3>{titleOf(model)}</h3>
      <p>
        {before === undefined ? words.models.isNew(model.tags.length) : isShipped ? words.models.shipped : words.models.replaces}
      </p>
      {before === undefined || isShipped ? null : (
        <Differences
          of={differences(thingsOfModel(before), thingsOfModel(model))}
          label={words.files.difference}
          nameOf={(_, key) => key}
        />
      )}
      <FormProblem>{hasOther ? (by === undefined ? formWords.othersChanged : formWords.changedBy(by)) : problem}</FormProblem>
      {isShipped ? null : (
        <div>
          <Button
            loading={save.busy}
            onClick={() =>
              void save.send({ body: { ...model, version: before?.version ?? null } }).then(onDone, (error: unknown) => {
                setProblem(explain(error));
                setHasOther(isConflict(error));
                // the newer one comes, and the difference with it
                if (isConflict(error)) onReload();
              })
            }
          >
            {formWords.save}
          </Button>
        </div>
      )}
    </section>
  );
};

/** Device models of the plant's own: from a file, compared before they are saved, and back into one. */
export const Models = () => {
  const templates = useEndpoint(listTemplates, {});
  const remove = useSend(deleteTemplate);
  const [read, setRead] = useState<DeviceTemplate | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const open = async (file: File): Promise<void> => {
    const found = readModel(await file.text(), words.models.notJson);
    setRead('model' in found ? found.model : null);
    setProblems('model' in found ? [] : found.problems);
  };
  return (
    <Loaded of={templates} rows={8}>
      {({ templates: all }) => {
        const own = all.filter(({ origin }) => origin === 'custom');
        return (
          <div className={styles.stack}>
            <section className={fieldStyles.form} aria-label={words.models.add}>
              <h2>{words.models.add}</h2>
              <p className={styles.note}>{words.models.hint}</p>
              <div>
                <FileButton label={words.models.choose} accept=".json" onFile={(file) => void open(file)} />
              </div>
              <div role="alert">
                {problems.length === 0 ? null : (
                  <ul aria-label={words.models.problems}>
                    {problems.map((one) => (
                      <li key={one}>{one}</li>
                    ))}
                  </ul>
                )}
              </div>
              {read === null ? null : (
                <Read
                  key={read.id}
                  model={read}
                  before={all.find(({ id }) => id === read.id)}
                  onDone={() => setRead(null)}
                  onReload={templates.reload}
                />
              )}
            </section>
            <section className={fieldStyles.form} aria-label={words.tabs.models}>
              <h2>{words.tabs.models}</h2>
              {own.length === 0 ? <p className={styles.note}>{words.models.none}</p> : null}
              {own.map((model) => (
                <div key={model.id} className={styles.stack}>
                  <div className={styles.buttons}>
                    <strong>{titleOf(model)}</strong>
                    <Button variant="default" classNames={longName} onClick={() => download(fileOf(model), `${model.id}.json`)}>
                      {words.models.download(model.id)}
                    </Button>
                  </div>
                  <DeleteByName
                    name={model.id}
                    hint={words.models.deleteHint}
                    remove={() =>
                      remove.send({ params: { id: model.id }, query: model.version === null ? {} : { version: model.version } })
                    }
                    onDone={() => undefined}
                  />
                </div>
              ))}
            </section>
            <section className={fieldStyles.form} aria-label={words.models.known}>
              <h2>{words.models.known}</h2>
              <p className={styles.note}>{words.models.knownHint}</p>
              <ul>
                {all
                  .filter(({ origin }) => origin === 'shipped')
                  .map((model) => (
                    <li key={model.id} className={styles.buttons}>
                      {titleOf(model)}
                      <Button variant="default" classNames={longName} onClick={() => download(fileOf(model), `${model.id}.json`)}>
                        {words.models.download(model.id)}
                      </Button>
                    </li>
                  ))}
              </ul>
            </section>
          </div>
        );
      }}
    </Loaded>
  );
};
