import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { listConnections, listDevices } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import {
  createFromTemplate,
  type KnownTemplate,
  listTemplates,
} from '../../../../server/contract/plant/commissioning/templates.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { FormProblem, TextField } from '../../../parts/form/fields.tsx';
import { numberOf } from '../../../parts/form/problems.ts';
import { useForm } from '../../../parts/form/useForm.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { words } from '../words.ts';
import styles from './Meter.module.css';
import type { StepProps } from './place.ts';
import { Scan } from './Scan.tsx';
import { StepFoot } from './StepFoot.tsx';

const shown = 60;

const fits = ({ manufacturer, model, id }: KnownTemplate, typed: string): boolean => {
  const all = `${manufacturer} ${model} ${id}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};

const Models = ({ chosen, onChoose }: { chosen: string; onChoose: (model: KnownTemplate) => void }) => {
  const templates = useEndpoint(listTemplates, {});
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLUListElement>(null);
  // a model that the search of the line chose may be far down the list
  useEffect(() => {
    if (chosen !== '') list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <Loaded of={templates} rows={8} rowHeight="2.5rem">
      {(data) => {
        const found = data.templates.filter((one) => fits(one, typed));
        return (
          <section className={styles.models} aria-label={words.library}>
            <input
              type="search"
              className={styles.search}
              aria-label={words.searchModel}
              placeholder={words.searchModel}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <ul ref={list} className={styles.choices} aria-label={words.library}>
              {found.slice(0, shown).map((one) => (
                <li key={one.id}>
                  <label className={styles.choice} data-chosen={one.id === chosen || undefined}>
                    <input type="radio" name="model" checked={one.id === chosen} onChange={() => onChoose(one)} />
                    <span className={styles.about}>
                      <strong>{one.model}</strong>
                      <span>
                        {one.manufacturer}, {words.categories[one.category]}
                      </span>
                      <span className={styles.note}>{one.verified ? words.proven : words.unproven}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            {found.length === 0 ? <p>{words.noModel}</p> : null}
          </section>
        );
      }}
    </Loaded>
  );
};

/** Which device answers on the line and of which model it is. */
export const ModelStep = ({ place, go }: StepProps) => {
  const { line = '' } = place;
  const lines = useEndpoint(listConnections, {});
  const devices = useEndpoint(listDevices, { query: { connectionId: line } });
  const create = useSend(createFromTemplate);
  const connection = lines.data?.connections.find(({ id }) => id === line);
  const form = useForm({
    schema: createFromTemplate.body,
    start: { templateId: '', slaveId: '1' },
    own: { templateId: words.modelNeeded },
    body: ({ templateId, slaveId }) => ({
      templateId: templateId === '' ? undefined : templateId,
      slaveId: numberOf(slaveId),
      connectionId: line,
    }),
  });
  const known = devices.data?.devices ?? [];
  const submit = async () => {
    const body = form.check();
    if (body === null) return;
    try {
      const { device } = await create.send({ body });
      go({ step: 'readings', line, device: device.id });
    } catch (error) {
      form.refuse(error);
    }
  };
  return (
    <form
      className={styles.step}
      noValidate
      aria-label={words.steps.model}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles.columns}>
        <div className={styles.stack}>
          <TextField of={form.bind('slaveId')} label={words.unitIdLabel} hint={words.unitIdHint} inputMode="numeric" />
          {connection === undefined ? null : (
            <Scan
              line={connection}
              isRead={known.some(({ enabled }) => enabled)}
              chosen={form.draft}
              onChoose={(slaveId, templateId) =>
                form.set({ slaveId: String(slaveId), ...(templateId === undefined ? {} : { templateId }) })
              }
            />
          )}
          {known.length === 0 ? null : (
            <section aria-label={words.alreadyThere}>
              <h3>{words.alreadyThere}</h3>
              <ul className={styles.choices}>
                {known.map(({ id, name, slaveId }) => (
                  <li key={id}>
                    <button type="button" className={styles.choice} onClick={() => go({ step: 'readings', line, device: id })}>
                      <strong>{name}</strong>
                      <span>{words.unitId(slaveId)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div className={styles.stack}>
          <Models
            chosen={form.draft.templateId}
            onChoose={({ id, slaveId }) =>
              form.set({ templateId: id, ...(form.draft.slaveId === '1' ? { slaveId: String(slaveId) } : {}) })
            }
          />
          <Link to="/commissioning" search={{ line, device: 'new', tool: 'device' }} className="hw-link">
            {words.byHand}
          </Link>
        </div>
      </div>
      <FormProblem>{form.bind('templateId').problem ?? form.problem}</FormProblem>
      <StepFoot
        back={{ label: words.steps.line, onBack: () => go({ ...place, step: 'line' }) }}
        next={words.nextReadings}
        busy={create.busy}
      />
    </form>
  );
};
