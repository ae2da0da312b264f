import type { Endpoint } from '../../server/contract/endpoint.ts';
import { samples } from '../../server/test/imageSamples.ts';
import { askAt, bearer, loginAt } from '../../server/test/policyRig.ts';

type Username = Parameters<typeof loginAt>[1];
type Reply = { status: number; text: string; body: unknown };
type Fields = Record<string, unknown>;

/** One call of the tour: who, method and path, and what was sent and answered. */
export type Visit = { method: Endpoint['method']; path: string; body?: unknown; status: number; answer: unknown };

const day = '11/11/2026';
/** Goes through the writing operations of both APIs on a plant that stands still, as its people would. */
export class Tour {
  readonly visits: Visit[] = [];
  readonly #url: string;
  readonly #headers = new Map<Username, Record<string, string>>();

  constructor(url: string) {
    this.#url = url;
  }

  async run(): Promise<readonly Visit[]> {
    await this.#logins();
    await this.#alarms();
    await this.#settings();
    await this.#entries();
    await this.#units();
    await this.#lines();
    await this.#commands();
    await this.#people();
    await this.#devices();
    return this.visits;
  }

  async #devices(): Promise<void> {
    const made = await this.#call('admin', 'post', '/api/plant/walls', { name: 'Control room' });
    const { id } = made.wall as { id: string };
    for (const path of ['/api/plant/walls', '/api/plant/phones', '/api/plant/me']) await this.#call('admin', 'get', path);
    await this.#call('admin', 'delete', `/api/plant/walls/${id}`);
  }

  async #call(user: Username | undefined, method: Endpoint['method'], path: string, body?: unknown): Promise<Fields> {
    const sent = method.toUpperCase();
    const headers = user ? await this.#headersOf(user) : {};
    const reply: Reply = await askAt(this.#url, path, {
      method: sent,
      headers,
      ...(body !== undefined && { body: body as object }),
    });
    if (reply.status >= 300) throw new Error(`${sent} ${path} as ${user}: ${reply.text}`);
    this.visits.push({ method, path, ...(body !== undefined && { body }), status: reply.status, answer: reply.body });
    return reply.body as Fields;
  }

  async #headersOf(user: Username): Promise<Record<string, string>> {
    const known = this.#headers.get(user);
    if (known) return known;
    const headers = bearer((await loginAt(this.#url, user)).access_token);
    this.#headers.set(user, headers);
    return headers;
  }

  /** A list or a thing as it is now; it is not part of the tour. */
  async #seen(user: Username, path: string): Promise<Fields> {
    const { status, body, text } = await askAt(this.#url, path, { headers: await this.#headersOf(user) });
    if (status !== 200) throw new Error(`GET ${path}: ${text}`);
    return body as Fields;
  }

  async #logins(): Promise<void> {
    const headers = { LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' };
    const login = async (path: string, sent: Record<string, string>, method: Endpoint['method'] = 'get'): Promise<Fields> => {
      const reply = await askAt(this.#url, path, { method: method.toUpperCase(), headers: sent });
      if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`);
      this.visits.push({ method, path, status: reply.status, answer: reply.body });
      return reply.body as Fields;
    };
    const tokens = await login('/api/user/user/login', headers);
    await login('/api/user/user/validateCredentials', { ...bearer(String(tokens.access_token)), ...headers });
    const fresh = await login('/api/user/user/refresh', bearer(String(tokens.refresh_token)));
    await login('/api/user/user/logout', bearer(String(fresh.access_token)), 'delete');
  }

  async #alarms(): Promise<void> {
    const people = (await this.#seen('admin', '/api/plant/users')) as { users: { id: string; username: string | null }[] };
    const operator = people.users.find(({ username }) => username === 'operator')?.id ?? '';
    const posted = await this.#call('admin', 'post', '/api/user/alerts', {
      unitId: 'demo-line3',
      type: 'leak_seen',
      createdOn: '2026-11-12T08:00:00Z',
      meta: { alertType: 'flow_rate', value: 7.2, threshold: 5 },
    });
    const notificationId = String(posted.notificationId);
    await this.#call('operator', 'post', '/api/user/notification/assignee', { notificationId, assigneeId: operator });
    await this.#call('operator', 'patch', '/api/user/notification/assignee', { notificationId, assigneeId: operator });
    await this.#call('operator', 'delete', '/api/user/notification/assignee', { notificationId, assigneeId: operator });
    await this.#call('operator', 'patch', '/api/user/notification/updateRead', {
      notifications: [{ id: notificationId, date: '12/11/2026', type: 'flow_rate' }],
    });
    this.#headers.set('operator', { ...(await this.#headersOf('operator')), 'x-device-id': 'phone-7' });
    await this.#call('operator', 'post', '/api/user/notification/register/fcm', { fcmToken: 'token-of-the-app' });
    const alarm = `/api/plant/alarms/${notificationId}`;
    await this.#call('operator', 'post', `${alarm}/comments`, { text: 'A fitter is on the way.' });
    await this.#call('operator', 'post', `${alarm}/shelve`, { minutes: 60, reason: 'The sensor is being cleaned' });
    await this.#call('operator', 'post', `${alarm}/unshelve`);
    await this.#call('operator', 'post', `${alarm}/acknowledge`);
    await this.#call('operator', 'post', '/api/plant/alarm-maintenance', {
      unitId: 'demo-pond',
      minutes: 240,
      reason: 'Desilting',
    });
  }

  async #settings(): Promise<void> {
    const settings = await this.#seen('admin', '/api/user/accounts/settings');
    const { account } = settings as { account: Fields };
    await this.#call('admin', 'post', '/api/user/accounts/settings', { ...settings, account: { ...account }, user: [], sso: [] });
    await this.#call('admin', 'patch', '/api/user/accounts/info', {
      operations: [{ path: '/siUnit/SOURCE_CATEGORY', value: 'KL' }],
    });
    const facts = await this.#seen('admin', '/api/plant/industry/facts');
    await this.#call('admin', 'put', '/api/plant/industry/facts', facts);
    const { version } = await this.#seen('admin', '/api/plant/industry');
    await this.#call('admin', 'put', '/api/plant/industry/shift', {
      version,
      validFrom: '01/12/2026',
      timezone: 'Asia/Kolkata',
      startAt: '07:00:00',
      endAt: '07:00:00',
      shiftName: 'Day',
    });
    await this.#call('admin', 'put', '/api/plant/features/water_ratio', {
      data: { numerator: ['demo-municipal'], denominator: [], product: 'Soft drinks' },
    });
    await this.#call('admin', 'get', '/api/plant/features/water_ratio');
    await this.#call('admin', 'post', '/api/plant/keys/rotate');
  }

  async #entries(): Promise<void> {
    await this.#call('technician', 'post', '/api/plant/readings/manual', {
      unitId: 'demo-canteen',
      from: '2026-11-05T06:00:00Z',
      values: [120, 95.5, 0],
      note: 'Read from the dial',
    });
    await this.#call('operator', 'post', '/api/user/roEfficiency/logActivities', {
      plantId: 'treatment',
      train: 'RO 1',
      kind: 'inspection',
      start: '2026-11-06T05:00:00Z',
      remark: 'Cartridge filters are clean.',
    });
    await this.#call('admin', 'post', '/api/user/fwi/userDataInput', {
      step: 1,
      typeId: 'demo-gate',
      data: { siteName: 'North gate', areaM2: 2500, district: 'Pune', industryType: 'beverage' },
    });
    await this.#call('admin', 'post', '/api/user/rainfall/fwi/fetchHistoricalRainfallData', {
      unitId: 'demo-rain',
      source: 'csv',
      startDate: '01/07/2026',
      endDate: '02/07/2026',
      csv: '01/07/2026,12.5\n02/07/2026,0.4',
    });
    await this.#call('admin', 'get', `/api/user/batchProcess?date1=${day}`);
    await this.#call('admin', 'get', `/api/user/batchProcess/range?startDate=${day}&endDate=${day}`);
    await this.#call('admin', 'get', '/api/user/accounts/allUnitThresholdUpdate?newThreshold=500');
    for (const path of ['/api/user/waterBalance/graphEditor', '/api/user/scada/graphEditor'])
      await this.#call('admin', 'post', path, await this.#seen('admin', path));
    await this.#call('staff', 'put', '/api/user/executiveSummary/pin', { industryId: 'DEMO' });
    await this.#call('staff', 'post', '/api/user/executiveSummary/virtualLogin/ticket');
    const { access_token } = await loginAt(this.#url, 'staff');
    const payload = Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString();
    const { userId } = JSON.parse(payload) as { userId: string };
    await this.#call('staff', 'get', `/api/plant/executive/grants?userId=${userId}`);
    await this.#call('staff', 'put', '/api/plant/executive/grants', { userId, industryIds: ['DEMO', 'NORTH'] });
  }

  async #units(): Promise<void> {
    const category = {
      displayName: 'Sprinklers',
      standardCategoryId: 'SOURCE_CATEGORY',
      siUnit: 'KL',
      enabled: true,
      position: 90,
    };
    const made = await this.#call('technician', 'post', '/api/plant/categories', category);
    const atCategory = `/api/plant/categories/${String(made.id)}`;
    const changed = await this.#call('technician', 'put', atCategory, { ...category, displayName: 'Sprinkling', version: 1 });
    const sub = {
      categoryId: String(changed.id ?? made.id),
      displayName: 'Park',
      group: 'Consumption',
      enabled: true,
      position: 0,
    };
    const madeSub = await this.#call('technician', 'post', '/api/plant/sub-categories', sub);
    const atSub = `/api/plant/sub-categories/${String(madeSub.id)}`;
    await this.#call('technician', 'put', atSub, { ...sub, displayName: 'North park', version: 1 });
    const unit = await this.#call('technician', 'post', '/api/plant/units', {
      subCategoryId: String(madeSub.id),
      name: 'Park meter',
      type: 'flow',
      standardCategoryId: 'ID_CONSUMPTION',
      siUnit: 'KL',
      meta: { meter: { modulus: 1_000_000, basePerCount: 100, maxPerHour: 20_000, backDeadband: 1 } },
    });
    const atUnit = `/api/plant/units/${String(unit.id)}`;
    const {
      id: _id,
      categoryId: _category,
      createdOn: _created,
      series: _series,
      hints: _hints,
      ...asMade
    } = await this.#seen('technician', atUnit);
    await this.#call('technician', 'put', atUnit, { ...asMade, name: 'Park meter, north' });
    await this.#call('technician', 'post', `${atUnit}/meter-changes`, { at: '2026-11-12T09:00:00Z', closing: 1240, opening: 0 });
    await this.#call('technician', 'delete', atUnit);
    await this.#call('technician', 'delete', atSub);
    await this.#call('technician', 'delete', atCategory);
  }

  async #lines(): Promise<void> {
    const line = { name: 'Park gateway', enabled: false, settings: { kind: 'tcp', host: '10.20.0.41', port: 502 } };
    const connection = await this.#call('technician', 'post', '/api/plant/connections', line);
    const atLine = `/api/plant/connections/${String(connection.id)}`;
    const { id: _line, load: _load, ...asLaid } = connection;
    await this.#call('technician', 'put', atLine, { ...asLaid, name: 'Gateway of the park' });
    const device = { connectionId: String(connection.id), name: 'Park meter', slaveId: 4 };
    const madeDevice = await this.#call('technician', 'post', '/api/plant/devices', device);
    const atDevice = `/api/plant/devices/${String(madeDevice.id)}`;
    const { id: _device, load: _deviceLoad, ...asFound } = madeDevice;
    await this.#call('technician', 'put', atDevice, { ...asFound, name: 'Meter of the park' });
    const tag = {
      deviceId: String(madeDevice.id),
      name: 'volume',
      kind: 'counter',
      decode: { space: 'holding', address: 4, type: 'uint32' },
      periodMs: 5000,
    };
    const madeTag = await this.#call('technician', 'post', '/api/plant/tags', tag);
    const atTag = `/api/plant/tags/${String(madeTag.id)}`;
    const { id: _tag, load: _tagLoad, wire: _wire, ...asRead } = madeTag;
    await this.#call('technician', 'put', atTag, { ...asRead, periodMs: 10_000 });
    const own = { ...(await this.#seen('technician', '/api/plant/templates/siemens-mag-6000')), id: 'park-meter' } as Fields;
    const { origin: _origin, builtIn: _builtIn, ...template } = own;
    await this.#call('technician', 'post', '/api/plant/templates', template);
    await this.#call('technician', 'post', '/api/plant/template-devices', {
      templateId: 'siemens-mag-6000',
      connectionId: 'demo-utilities',
      slaveId: 99,
    });
    const point = {
      deviceId: String(madeDevice.id),
      name: 'Dosing rate',
      asset: 'PARK',
      kind: 'setpoint',
      fn: 6,
      address: 20,
      type: 'uint16',
      min: 0,
      max: 100,
    };
    const madePoint = await this.#call('technician', 'post', '/api/plant/write-points', point);
    const atPoint = `/api/plant/write-points/${String(madePoint.id)}`;
    const { id: _point, ...asAdded } = madePoint;
    await this.#call('technician', 'put', atPoint, { ...asAdded, max: 80, version: 1 });
    await this.#call('technician', 'post', '/api/plant/command-windows', {
      deviceId: String(madeDevice.id),
      ranges: [{ fn: 6, from: 20, to: 20 }],
      reason: 'Dosing pump is being set up',
    });
    await this.#call('technician', 'delete', `/api/plant/command-windows/${String(madeDevice.id)}`);
    const loopTest = {
      unitId: 'demo-line3',
      param: 'volume',
      testedAt: '2026-11-12T08:30:00Z',
      testedBy: 'Meera Joshi',
      reference: { instrument: 'Clamp-on meter, serial 4711' },
      points: [{ reference: 10, asFound: 10.1 }],
    };
    const tested = await this.#call('technician', 'post', '/api/plant/loop-tests', loopTest);
    await this.#call('technician', 'get', `/api/plant/loop-tests/${String(tested.id)}`);
    const photo = new FormData();
    photo.set('photo', new Blob([new Uint8Array(samples.png)], { type: 'image/png' }), 'display.png');
    await this.#upload('technician', `/api/plant/loop-tests/${String(tested.id)}/photos`, photo);
    for (const path of [atPoint, atTag, atDevice]) await this.#call('technician', 'delete', path);
    await this.#call('technician', 'delete', '/api/plant/templates/park-meter');
    await this.#call('technician', 'delete', atLine);
  }

  async #upload(user: Username, path: string, body: FormData): Promise<void> {
    const response = await fetch(this.#url + path, { method: 'POST', headers: await this.#headersOf(user), body });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${text}`);
    this.visits.push({ method: 'post', path, status: response.status, answer: JSON.parse(text) });
  }

  async #commands(): Promise<void> {
    await this.#call('admin', 'put', '/api/plant/read-only', { readOnly: true });
    const logo = new FormData();
    logo.set('image', new Blob([new Uint8Array(samples.png)], { type: 'image/png' }), 'logo.png');
    await this.#upload('admin', '/api/user/accounts/logoupdate', logo);
  }

  async #people(): Promise<void> {
    const made = await this.#call('admin', 'post', '/api/plant/users', {
      username: 'suresh',
      name: 'Suresh Patil',
      role: 'operator',
      password: 'a quiet river 41',
    });
    const user = (made.user ?? made) as { id: string };
    const atUser = `/api/plant/users/${user.id}`;
    await this.#call('admin', 'patch', atUser, { role: 'viewer' });
    await this.#call('admin', 'put', `${atUser}/password`, { newPassword: 'a quiet river 42' });
    const link = await this.#call('admin', 'post', `${atUser}/password-links`);
    await this.#call(undefined, 'post', '/api/plant/password-links/use', { token: link.token, newPassword: 'a calm river 44' });
    await this.#call('admin', 'get', `${atUser}/sessions`);
    await this.#call('admin', 'delete', `${atUser}/sessions`);
    await this.#call('admin', 'delete', atUser);
    const issuer = { name: 'Company login', issuer: 'https://login.microsoftonline.com/plant', audience: 'headworks' };
    const { id, ...asNamed } = await this.#call('admin', 'post', '/api/plant/sso/issuers', issuer);
    const atIssuer = `/api/plant/sso/issuers/${String(id)}`;
    await this.#call('admin', 'put', atIssuer, { ...asNamed, name: 'Login of the company' });
    await this.#call('admin', 'delete', atIssuer);
    await this.#call('viewer', 'put', '/api/plant/me/password', { password: 'demo-viewer', newPassword: 'a quiet river 43' });
    const { sessions } = (await this.#seen('operator', '/api/plant/me/sessions')) as { sessions: { id: string }[] };
    await this.#call('operator', 'delete', `/api/plant/me/sessions/${sessions[0]?.id ?? ''}`);
  }
}
