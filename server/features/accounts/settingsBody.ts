import { type AccountSettingsBody, accountSettingsBody } from '../../contract/model/accountSettings.ts';
import { Failure } from '../../core/fail.ts';
import { parsePart, refuseUnreadOfUser } from '../../http/validation.ts';
import { siUnitChoices } from '../../plantModel/index.ts';

type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Own fields only: a body has no inherited ones. */
const field = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const sections = [
  ['account', 'Accounts missing'],
  ['user', 'Users missing'],
  ['alerts', 'Alerts missing'],
  ['reports', 'Reports missing'],
] as const;

const refuse = (path: string, message: string): never => {
  throw new Failure('badRequest', message, { errors: [{ path, message }] });
};

const PHONE = /^\d{6,12}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,63}(\.[^\s@.]{1,63}){1,8}$/;

const checkEntries = (body: unknown, section: string, required: readonly string[]): void => {
  const entries = field(body, section);
  if (!Array.isArray(entries)) return;
  for (const [index, entry] of entries.entries())
    for (const name of required) {
      const value = field(entry, name);
      if (value === undefined || value === null || value === '') refuse(`${section}.${index}.${name}`, `${name} is required`);
    }
};

const refuseRepeated = (section: string, name: string, values: readonly string[]): void => {
  const again = values.findIndex((value, index) => values.indexOf(value) !== index);
  if (again >= 0) refuse(`${section}.${again}.${name}`, `${name} ${values[again]} is given more than once`);
};

const refuseUnknownUnits = (body: unknown): void => {
  const sent = field(field(body, 'account'), 'siUnit');
  for (const category of ['SOURCE_CATEGORY', 'STOCK_CATEGORY']) {
    const unit = field(sent, category);
    const choices = siUnitChoices(category);
    if (unit !== undefined && unit !== null && !(typeof unit === 'string' && choices.includes(unit)))
      refuse(`account.siUnit.${category}`, `${category} must be one of ${choices.join(', ')}`);
  }
};

/**
 * The body of POST /accounts/settings, checked in the order of the document.
 * @throws Failure `parameter` for a missing section, `badRequest` for a logo address that is not allowed, for an unknown unit of measure and for users that lack
 * what they need, `schema` for whatever else has the wrong shape.
 */
export const readSettings = (body: unknown, isLogoAllowed: (logo: string) => boolean): AccountSettingsBody => {
  for (const [name, message] of sections) {
    const section = field(body, name);
    if (section === undefined || section === null) throw new Failure('parameter', message);
  }
  const logo = field(field(body, 'account'), 'logo');
  if (logo !== undefined && logo !== null && logo !== '' && !(typeof logo === 'string' && isLogoAllowed(logo)))
    throw new Failure('badRequest', 'Invalid logo URL');
  refuseUnknownUnits(body);
  checkEntries(body, 'user', ['phoneNo']);
  checkEntries(body, 'sso', ['email', 'role']);
  const settings = parsePart('body', accountSettingsBody, body);
  refuseUnreadOfUser(body, settings);
  for (const [index, { phoneNo }] of settings.user.entries())
    if (!PHONE.test(phoneNo)) refuse(`user.${index}.phoneNo`, 'phoneNo must be digits only, without country code');
  const sso = (settings.sso ?? []).map((entry) => ({ ...entry, email: entry.email.toLowerCase() }));
  for (const [index, { email }] of sso.entries())
    if (email.length > 254 || !EMAIL.test(email)) refuse(`sso.${index}.email`, 'email must be an e-mail address');
  refuseRepeated(
    'user',
    'phoneNo',
    settings.user.map(({ phoneNo }) => phoneNo),
  );
  refuseRepeated(
    'sso',
    'email',
    sso.map(({ email }) => email),
  );
  return { ...settings, sso };
};
