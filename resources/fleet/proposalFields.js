import { choice, element, field } from './elements.js';
import { text } from './words/language.js';

const limitNames = ['unitThreshold', 'monthlyThreshold', 'maxCapacity', 'lowThreshold', 'highThreshold', 'flowLow', 'flowHigh'];
const named = (all) => all.map(({ id, name }) => [id, name]);
const numberOrNull = (value) => (value === '' ? null : Number(value));
const check = (name, value, label, isChecked) =>
  element(
    'label',
    { class: 'check' },
    element('input', { type: 'checkbox', name, value, checked: isChecked }),
    element('span', {}, label),
  );
const group = (legend, checks) => element('fieldset', {}, element('legend', {}, legend), checks);
const newValue = () => field(text.proposals.newValue, { name: 'value', type: 'number', step: 'any', required: false });
const said = (sentence) => [[element('p', { class: 'quiet' }, sentence)], undefined];

/** A schedule of reports as one line. */
export const scheduleText = ({ reportType, service, reportFormat, at, recipients, enabled }) => {
  const { schedule, reportTypes, services, off } = text.proposals;
  const line = schedule(reportTypes[reportType], services[service], reportFormat, at, recipients.join(', '));
  return enabled ? line : `${line} (${off})`;
};

const limitFields = ({ units }) => {
  const [unit, limit, value] = [
    choice(text.proposals.unit, 'target', named(units)),
    choice(
      text.proposals.limit,
      'name',
      limitNames.map((name) => [name, text.proposals.fields[name]]),
    ),
    newValue(),
  ];
  const [ofUnit, ofLimit, input] = [unit, limit, value].map((one) => one.querySelector('select, input'));
  const showPresent = () => {
    const present = units.find(({ id }) => id === ofUnit.value)?.limits[ofLimit.value];
    input.placeholder = present ?? text.none;
  };
  for (const one of [ofUnit, ofLimit]) one.addEventListener('change', showPresent);
  showPresent();
  return [[unit, limit, value], ({ target, name, value: given }) => ({ target, values: { [name]: numberOrNull(given) } })];
};

const parameterFields = ({ units }) => {
  const targets = units.flatMap(({ id, name, parameters }) =>
    parameters.map((one) => [`${id}/${one.name}`, `${name}: ${text.plant.params[one.name] ?? one.name}`]),
  );
  if (targets.length === 0) return said(text.proposals.noParameters);
  const limits = ['lt', 'ht'].map((name) => [name, text.proposals.fields[name]]);
  return [
    [choice(text.proposals.parameter, 'target', targets), choice(text.proposals.limit, 'name', limits), newValue()],
    ({ target, name, value }) => ({ target, values: { [name]: numberOrNull(value) } }),
  ];
};

const permissionFields = ({ people }) => {
  const names = Object.keys(text.proposals.permissions);
  // of somebody who may do more than look nothing can be proposed
  const lookers = (people ?? []).filter(
    ({ disabled, permissions }) => !disabled && permissions.every((one) => names.includes(one)),
  );
  if (lookers.length === 0) return said(text.proposals.nobody);
  const person = choice(text.proposals.person, 'target', named(lookers));
  const checks = names.map((name) => check('permissions', name, text.proposals.permissions[name], false));
  const select = person.querySelector('select');
  const showPresent = () => {
    const present = lookers.find(({ id }) => id === select.value)?.permissions ?? [];
    for (const one of checks) one.querySelector('input').checked = present.includes(one.querySelector('input').value);
  };
  select.addEventListener('change', showPresent);
  showPresent();
  return [
    [person, group(text.proposals.maySee, checks)],
    ({ target }, all) => ({ target, values: { permissions: all.getAll('permissions').toSorted() } }),
  ];
};

const scheduleFields = ({ people, schedules }) => {
  if (people === null) return said(text.proposals.nobody);
  const { oneMore, noMore, reportTypes, services, service, format, at, recipients, kept } = text.proposals;
  const made = ({ reportType, service: of, reportFormat, at: time, recipients: to }) => ({
    ...{ id: `hub-${Date.now().toString(36)}`, reportType, service: of, reportFormat, at: time, enabled: true },
    recipients: to.split(/[,;\s]+/).filter(Boolean),
  });
  const present = schedules.map((one) => check('kept', one.id, scheduleText(one), true));
  return [
    [
      ...(present.length === 0 ? [] : [group(kept, present)]),
      choice(oneMore, 'reportType', [['', noMore], ...Object.entries(reportTypes)]),
      choice(service, 'service', Object.entries(services)),
      choice(
        format,
        'reportFormat',
        ['html', 'pdf', 'xlsx'].map((one) => [one, one]),
      ),
      field(at, { name: 'at', type: 'time', value: '07:00' }),
      field(recipients, { name: 'recipients', required: false }),
    ],
    (fields, all) => {
      const stays = schedules.filter(({ id }) => all.getAll('kept').includes(id));
      return { target: '', values: { schedules: fields.reportType === '' ? stays : [...stays, made(fields)] } };
    },
  ];
};

const disableFields = ({ people }) => {
  const open = (people ?? []).filter(({ disabled }) => !disabled);
  if (open.length === 0) return said(text.proposals.nobody);
  return [[choice(text.proposals.person, 'target', named(open))], ({ target }) => ({ target, values: { disabled: true } })];
};

/** Of each kind: the fields for an industry, and what of them is sent; undefined where nothing of the kind can be proposed there. */
export const kindFields = {
  limits: limitFields,
  parameterLimits: parameterFields,
  unitName: ({ units }) => [
    [choice(text.proposals.unit, 'target', named(units)), field(text.proposals.newName, { name: 'value', maxlength: 100 })],
    ({ target, value }) => ({ target, values: { name: value } }),
  ],
  accountCreate: ({ people }) =>
    people === null
      ? said(text.proposals.nobody)
      : [
          [field(text.proposals.phone, { name: 'target', inputmode: 'numeric' }), field(text.proposals.name, { name: 'value' })],
          ({ target, value }) => ({ target, values: { name: value } }),
        ],
  accountDisable: disableFields,
  accountPermissions: permissionFields,
  reportSchedules: scheduleFields,
  updateOffer: () => [
    [
      field(text.proposals.version, { name: 'version', pattern: '\\d+\\.\\d+\\.\\d+' }),
      field(text.proposals.notes, { name: 'notes', required: false }),
    ],
    ({ version, notes }) => ({ target: '', values: { version, notes } }),
  ],
  message: () => [
    [field(text.proposals.message, { name: 'value', maxlength: 1000 })],
    ({ value }) => ({ target: '', values: { text: value } }),
  ],
};
