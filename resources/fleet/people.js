import { ask, changed } from './ask.js';
import { button, choice, element, field, form, table } from './elements.js';
import { bothNames } from './plants.js';
import { text } from './words/language.js';

const main = document.getElementById('main');
const roles = ['viewer', 'operator', 'technician', 'manager', 'admin'];

/** @param nameOf a grant's plant and industry by their names. */
const personRow =
  (nameOf) =>
  ({ username, name, isOwner, disabled, grants }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name, element('div', { class: 'quiet' }, username)),
      element(
        'td',
        {},
        [isOwner ? text.people.owner : undefined, disabled ? text.people.closed : undefined].filter(Boolean).join(', ') ||
          text.people.person,
      ),
      element(
        'td',
        {},
        grants.length === 0
          ? element('span', { class: 'quiet' }, isOwner ? text.people.listOnly : text.people.nothing)
          : undefined,
        grants.map(({ site, industryId, role }) =>
          element(
            'div',
            {},
            text.people.grant(nameOf(site, industryId), text.people.roles[role]),
            button(text.people.takeBack, { 'aria-label': text.people.takeFrom(nameOf(site, industryId), name) }, async () => {
              await ask('/api/hub/admin/grants', { method: 'DELETE', body: { username, site, industryId } });
              changed();
            }),
          ),
        ),
      ),
      element(
        'td',
        {},
        button(
          disabled ? text.people.open : text.people.close,
          { 'aria-label': disabled ? text.people.openOf(name) : text.people.closeOf(name) },
          async () => {
            const path = `/api/hub/admin/people/${encodeURIComponent(username)}`;
            await ask(path, { method: 'PATCH', body: { disabled: !disabled } });
            changed();
          },
        ),
      ),
    );

export const showPeople = async ({ plants }) => {
  const { answer } = await ask('/api/hub/admin/people');
  const { people } = answer;
  const industries = plants.flatMap(({ site, name, industries: its }) =>
    its.map(({ id, name: called }) => [`${site} ${id}`, bothNames(name, called)]),
  );
  const names = new Map(industries);
  const nameOf = (site, id) => names.get(`${site} ${id}`) ?? id;
  main.replaceChildren(
    element('h1', {}, text.pages.people),
    element(
      'section',
      {},
      table(text.people.count(people.length), text.people.columns, people.map(personRow(nameOf)), 'stacked'),
    ),
    form(
      text.people.letSee,
      element(
        'div',
        { class: 'fields' },
        choice(
          text.people.personField,
          'username',
          people.map(({ username, name }) => [username, name]),
        ),
        choice(text.people.what, 'what', industries),
        choice(
          text.people.role,
          'role',
          roles.map((role) => [role, text.people.roles[role]]),
        ),
      ),
      text.people.give,
      async ({ username, what, role }) => {
        const [site, ...industry] = what.split(' ');
        await ask('/api/hub/admin/grants', { method: 'POST', body: { username, site, industryId: industry.join(' '), role } });
        changed();
      },
    ),
    form(
      text.people.addTitle,
      element(
        'div',
        { class: 'fields' },
        field(text.signIn.username, { name: 'username', autocomplete: 'off' }),
        field(text.people.name, { name: 'name', autocomplete: 'off' }),
        field(text.signIn.password, { name: 'password', type: 'password', autocomplete: 'new-password' }),
      ),
      text.people.add,
      async (body) => {
        await ask('/api/hub/admin/people', { method: 'POST', body });
        changed();
      },
    ),
  );
};
