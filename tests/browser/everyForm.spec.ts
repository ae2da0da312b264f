/** Every form that saves something, before a server that refuses, fails, is lost or has ended the session: what was typed stays, and the form says why. */
import type { Locator, Page, Route } from '@playwright/test';
import { expect, test } from './plant.ts';

type Form = {
  name: string;
  path: string;
  /** Button that opens the form. */
  opened?: string | RegExp;
  fill: (form: Locator) => Promise<void>;
  submit: string;
};

const fields = (typed: Readonly<Record<string, string>>) => async (form: Locator) => {
  for (const [label, value] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).first().fill(value);
};
const boiler = 'tool=device&line=demo-process&device=demo-boilerMeter';
const password = fields({ 'Present password': 'demo-admin', 'New password': 'violet-turbine-94-moon' });

const forms: readonly Form[] = [
  {
    name: 'Schedule',
    path: '/reports?tab=schedules',
    opened: 'Add a schedule',
    fill: fields({ 'Mail to': 'a@plant.example' }),
    submit: 'Save',
  },
  { name: 'Add a person', path: '/settings?person=new', fill: fields({ 'User name': 'zoe', Name: 'Zoe' }), submit: 'Add' },
  { name: 'Change the person', path: '/settings', opened: /Ravi Shinde/, fill: fields({ Name: 'Ravi S' }), submit: 'Save' },
  {
    name: 'How alarms reach people',
    path: '/settings?tab=delivery',
    fill: fields({ Recipients: '919800000000' }),
    submit: 'Save',
  },
  {
    name: 'Who gets reports',
    path: '/settings?tab=delivery',
    fill: fields({ 'E-mail addresses': 'a@b.example' }),
    submit: 'Save',
  },
  {
    name: 'Add by e-mail address',
    path: '/settings?tab=sso',
    fill: fields({ 'E-mail address at the provider': 'zoe@b.example' }),
    submit: 'Add by e-mail address',
  },
  {
    name: 'Show a QR code',
    path: '/settings?tab=devices',
    fill: fields({ 'Whose phone is it?': 'Zoe' }),
    submit: 'Show a QR code',
  },
  {
    name: 'Make a token',
    path: '/settings?tab=devices',
    fill: fields({ 'Where does it hang?': 'Gate' }),
    submit: 'Make a token',
  },
  {
    name: 'Shift day',
    path: '/settings?tab=shift',
    fill: fields({ 'The day begins at': '07:00' }),
    submit: 'Change from then on',
  },
  { name: 'My password', path: '/settings?tab=me', fill: password, submit: 'Set the password' },
  { name: 'Add a unit', path: '/plant?item=new%20unit', fill: fields({ Name: 'Zeta unit' }), submit: 'Add' },
  { name: 'Line 3 glass', path: '/plant?item=unit%20demo-line3', fill: fields({ Name: 'Line 3 glasses' }), submit: 'Save' },
  { name: 'Tariffs', path: '/plant?tab=facts', fill: fields({ 'Price of demand': '123' }), submit: 'Save' },
  { name: 'Garden valve', path: '/plant?tab=points', opened: /^Garden valve/, fill: fields({ Name: 'Garden' }), submit: 'Save' },
  {
    name: 'When and where',
    path: '/system?tab=backups',
    fill: async (form) => {
      await form.getByRole('checkbox', { name: 'Make backups' }).check();
      await fields({ 'Folder on another disk, a share or a stick': '/backups' })(form);
    },
    submit: 'Save',
  },
  { name: 'Pair with this hub', path: '/system?tab=hub', fill: fields({ 'Pairing code': 'HWHUB-abc' }), submit: 'Read the code' },
  {
    name: 'Settings of Boiler make-up meter',
    path: `/commissioning?${boiler}`,
    fill: fields({ Name: 'Boiler' }),
    submit: 'Save',
  },
  {
    name: 'Delete Boiler make-up meter',
    path: `/commissioning?${boiler}`,
    fill: (form) => form.getByRole('textbox').fill('Boiler make-up meter'),
    submit: 'Delete Boiler make-up meter',
  },
  { name: 'Signal Flow', path: `/commissioning?${boiler}`, opened: /^Flow/, fill: fields({ Name: 'Flow 9' }), submit: 'Save' },
  {
    name: 'Settings of the line Process gateway',
    path: '/commissioning?tool=device&line=demo-process',
    fill: fields({ Name: 'Gateway' }),
    submit: 'Save',
  },
  {
    name: 'New line',
    path: '/commissioning?add=true',
    opened: 'Another line',
    fill: fields({ 'Address of the gateway or meter': '10.0.0.9' }),
    submit: 'Next: model',
  },
];

const refused = (code: number, message: string, more = {}) => ({
  status: code,
  json: { status: 'error', code, message, requestId: 'r', ...more },
});
const notKnown = 'It is not known whether this was done';
/** What becomes of what is sent, and what the form says then. */
const fates: readonly { meet: (route: Route) => Promise<void>; says: string | RegExp }[] = [
  { meet: (route) => route.abort('connectionreset'), says: notKnown },
  { meet: (route) => route.fulfill(refused(500, 'internal error')), says: notKnown },
  { meet: (route) => route.fulfill(refused(409, 'this is not to be now')), says: /this is not to be now/i },
  {
    meet: (route) => route.fulfill(refused(401, 'not allowed', { reason: 'permission' })),
    says: 'Your account may not see or change this',
  },
];

const typedIn = (form: Locator): Promise<string[]> =>
  form.evaluate((drawn) =>
    [...drawn.querySelectorAll<HTMLInputElement>('input, select, textarea')].map((field) =>
      field.type === 'checkbox' ? String(field.checked) : field.value,
    ),
  );

/** Whatever would change something meets its fate; a sign-in is answered with the session that there was. */
const meet = async (page: Page, record: string, fate: () => (route: Route) => Promise<void>): Promise<void> => {
  const { profile } = JSON.parse(record) as { profile: unknown };
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : fate()(route)));
  await page.route('**/api/user/user/login', (route) => route.fulfill({ json: profile }));
};

for (const { name, path, opened, fill, submit } of forms)
  test(`what is typed in “${name}” stays and the form says why it is not saved`, { tag: '@full' }, async ({
    signedIn: page,
    record,
    expectedFaults,
  }) => {
    expectedFaults.push(/ERR_CONNECTION|ERR_FAILED|status of (4|5)/);
    let fate = fates[0]?.meet ?? (() => Promise.resolve());
    await meet(page, record, () => fate);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(path);
    if (opened !== undefined) await page.getByRole('main').getByRole('button', { name: opened }).first().click();
    const form = page.getByRole('form', { name, exact: true }).first();
    await fill(form);
    const typed = await typedIn(form);
    const button = form.getByRole('button', { name: submit, exact: true });
    for (const { meet: next, says } of fates) {
      fate = next;
      await button.click();
      await expect(form.getByRole('alert').filter({ hasText: says }).first()).toBeVisible();
      await expect(button).toBeEnabled();
      expect(await typedIn(form)).toEqual(typed);
      await expect(form.getByText(/^Saved/)).toHaveCount(0);
    }
    fate = (route) => route.fulfill(refused(440, 'the session was ended'));
    await button.click();
    await expect(page.getByText('Your session was ended.')).toBeVisible();
    const question = page.getByRole('main').filter({ has: page.getByRole('heading', { name: 'Sign in' }) });
    await question.getByLabel('User name').fill('admin');
    await question.getByLabel('Password', { exact: true }).fill('demo-admin');
    await page.keyboard.press('Enter');
    await expect(button).toBeEnabled();
    expect(await typedIn(form)).toEqual(typed);
  });
