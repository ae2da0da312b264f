import { ask, changed } from './ask.js';
import { choice, element, field, form, table } from './elements.js';

const main = document.getElementById('main');
const roles = ['viewer', 'operator', 'technician', 'manager', 'admin'];

const personRow = ({ username, name, isOwner, disabled, grants }) =>
  element(
    'tr',
    {},
    element('th', { scope: 'row' }, name, element('div', { class: 'quiet' }, username)),
    element('td', {}, [isOwner ? 'owner' : undefined, disabled ? 'closed' : undefined].filter(Boolean).join(', ') || 'person'),
    element(
      'td',
      {},
      grants.length === 0
        ? element('span', { class: 'quiet' }, isOwner ? 'the list of plants, nothing that they measured' : 'nothing')
        : undefined,
      grants.map(({ site, plantName, industryId, role }) =>
        element(
          'div',
          {},
          `${plantName}, ${industryId}: ${role} `,
          element(
            'button',
            {
              type: 'button',
              'aria-label': `Take ${plantName}, ${industryId} from ${name}`,
              click: async () => {
                await ask('/api/hub/admin/grants', { method: 'DELETE', body: { username, site, industryId } });
                changed();
              },
            },
            'Take back',
          ),
        ),
      ),
    ),
    element(
      'td',
      {},
      element(
        'button',
        {
          type: 'button',
          'aria-label': `${disabled ? 'Open' : 'Close'} the account of ${name}`,
          click: async () => {
            const path = `/api/hub/admin/people/${encodeURIComponent(username)}`;
            await ask(path, { method: 'PATCH', body: { disabled: !disabled } });
            changed();
          },
        },
        disabled ? 'Open' : 'Close',
      ),
    ),
  );

export const showPeople = async ({ plants }) => {
  const { answer } = await ask('/api/hub/admin/people');
  const { people } = answer;
  const industries = plants.flatMap(({ site, name, industries: its }) =>
    its.map(({ id, name: called }) => [`${site} ${id}`, `${name}, ${called}`]),
  );
  main.replaceChildren(
    element('h1', {}, 'People'),
    element(
      'section',
      {},
      table(
        `${people.length} ${people.length === 1 ? 'person' : 'people'}`,
        ['Person', 'Kind', 'May see', 'Account'],
        people.map(personRow),
      ),
    ),
    form(
      'Let a person see a plant',
      element(
        'div',
        { class: 'fields' },
        choice(
          'Person',
          'username',
          people.map(({ username, name }) => [username, name]),
        ),
        choice('Plant and industry', 'what', industries),
        choice(
          'Role',
          'role',
          roles.map((role) => [role, role]),
        ),
      ),
      'Give access',
      async ({ username, what, role }) => {
        const [site, ...industry] = what.split(' ');
        await ask('/api/hub/admin/grants', { method: 'POST', body: { username, site, industryId: industry.join(' '), role } });
        changed();
      },
    ),
    form(
      'Add a person',
      element(
        'div',
        { class: 'fields' },
        field('User name', { name: 'username', autocomplete: 'off' }),
        field('Name', { name: 'name', autocomplete: 'off' }),
        field('Password', { name: 'password', type: 'password', autocomplete: 'new-password' }),
      ),
      'Add',
      async (body) => {
        await ask('/api/hub/admin/people', { method: 'POST', body });
        changed();
      },
    ),
  );
};
