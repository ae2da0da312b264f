import {
  cancelPairing,
  claimPairing,
  confirmPairing,
  listPhones,
  openPairing,
  type PairedPhone,
  revokePhone,
  type Pairing as ShownPairing,
} from '../../../contract/plant/accounts/phones.ts';
import { createWall, endOwnWall, listWalls, readMe, revokeWall, type WallDisplay } from '../../../contract/plant/walls.ts';
import { Failure } from '../../../core/fail.ts';
import { requireFound } from '../../../core/refusal.ts';
import { ShiftCalendar } from '../../../core/shift.ts';
import { iso } from '../../../core/time.ts';
import { type Route, route } from '../../../http/route.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { PhonePairingFacts, StoredPairing } from './pairings.ts';
import type { Phones } from './phones.ts';
import type { Walls } from './walls.ts';

export type DeviceRoutesParts = { phones: Phones; walls: Walls; directory: UnitDirectory; nowMs(): number };
/** Undefined where HTTPS is not served. */
export type ReadPairingFacts = () => PhonePairingFacts | undefined;

const pairingView = ({ id, name, expiresAtMs, state, phone }: StoredPairing): ShownPairing => ({
  id,
  name,
  expiresAt: iso(expiresAtMs),
  state: state === 'open' || state === 'void' ? state : 'claimed',
  model: phone?.model ?? null,
  comparison: phone?.comparison ?? null,
});

const phoneView = ({ phone, lastUsedAtMs, sessions }: ReturnType<Phones['of']>[number]): PairedPhone => ({
  id: phone.id,
  name: phone.name,
  model: phone.model,
  pairedAt: iso(phone.pairedAtMs),
  pairedBy: phone.pairedBy,
  lastUsedAt: lastUsedAtMs === null ? null : iso(lastUsedAtMs),
  sessions,
});

const wallView = ({ wall, lastUsedAtMs }: ReturnType<Walls['of']>[number]): WallDisplay => ({
  id: wall.id,
  name: wall.name,
  createdAt: iso(wall.createdAtMs),
  createdBy: wall.createdBy,
  lastUsedAt: lastUsedAtMs === null ? null : iso(lastUsedAtMs),
});

/** What the QR code says; `n` is the name that is announced by mDNS. */
const qrText = ({ addresses, pin }: PhonePairingFacts, { id, expiresAtMs }: StoredPairing, code: string): string => {
  const [address = '', ...others] = addresses;
  const named = others.find((one) => one.includes('.local'));
  const query = new URLSearchParams({ v: '1', h: address, ...(named ? { n: named } : {}), k: pin, i: id, c: code });
  query.set('e', String(Math.floor(expiresAtMs / 1000)));
  return `headworks://pair?${query}`;
};

const phoneRoutes = ({ phones }: DeviceRoutesParts, facts: ReadPairingFacts): Route[] => [
  route(listPhones)((_, { caller }) => ({
    phones: phones.of(caller.industryId).map(phoneView),
    pairings: phones.pairings.of(caller.industryId).map(pairingView),
  })),
  route(openPairing)(({ body }, { caller, audited }) => {
    const found = facts();
    if (!found) throw new Failure('conflict', 'HTTPS is not served: phones are paired over HTTPS alone');
    const { pairing, code } = phones.pairings.open(caller.industryId, body.name, found);
    audited({ subject: pairing.id, after: { name: pairing.name } });
    return { pairing: pairingView(pairing), qr: qrText(found, pairing, code) };
  }),
  route(confirmPairing)(({ params, body }, { caller, audited }) => {
    const paired = phones.pair(phones.pairings.find(caller.industryId, params.id), body.comparison, caller);
    audited({ subject: paired.phone.id, after: { pairing: params.id, name: paired.phone.name, model: paired.phone.model } });
    return phoneView(paired);
  }),
  route(cancelPairing)(({ params }, { caller, audited }) => {
    phones.pairings.refuse(phones.pairings.find(caller.industryId, params.id));
    audited({ subject: params.id });
    return { status: 'success', message: 'The code is void' };
  }),
  route(revokePhone)(({ params }, { caller, audited }) => {
    const ended = phones.revoke(caller.industryId, params.id);
    audited({ subject: params.id, after: { ended } });
    return { status: 'success', message: 'The phone is taken out', ended };
  }),
  route(claimPairing)(async ({ body }, { ip, requestId, baseUrl, signal }) => {
    if (!baseUrl.startsWith('https:')) throw new Failure('badRequest', 'Phones are paired over HTTPS alone');
    const { pairing } = await phones.claim(body, { ip, requestId });
    await phones.pairings.decided(pairing, signal);
    const found = facts();
    if (pairing.state === 'claimed' && pairing.phone) return { state: 'waiting', comparison: pairing.phone.comparison };
    if (pairing.state !== 'paired' || !pairing.phoneId || !found) return { state: 'refused' };
    const { authority, addresses, site } = found;
    return { state: 'paired', deviceId: pairing.phoneId, authority, addresses: [...addresses], site };
  }),
];

const wallRoutes = ({ walls, directory, nowMs }: DeviceRoutesParts): Route[] => [
  route(listWalls)((_, { caller }) => ({ walls: walls.of(caller.industryId).map(wallView) })),
  route(createWall)(({ body }, { caller, audited }) => {
    const { wall, token } = walls.create(caller, body.name, body.id);
    audited({ subject: wall.id, after: { name: wall.name } });
    return { wall: wallView({ wall, lastUsedAtMs: null }), token };
  }),
  route(revokeWall)(({ params }, { caller, audited }) => {
    const { name } = walls.revoke(caller.industryId, params.id);
    audited({ subject: params.id, before: { name } });
    return { status: 'success', message: 'The wall display has ended' };
  }),
  route(endOwnWall)((_, { caller, audited }) => {
    const { id, name } = walls.endOwn(caller);
    audited({ subject: id, before: { name } });
    return { status: 'success', message: 'The wall display has ended' };
  }),
  route(readMe)((_, { caller }) => {
    const industry = requireFound(directory.industry(caller.industryId), 'industry');
    const date = new ShiftCalendar(industry.shifts).dateOf(nowMs());
    const rule = industry.shifts.findLast(({ validFrom }) => validFrom <= date) ?? industry.shifts[0];
    return {
      userId: caller.userId,
      username: caller.username,
      industryId: industry.id,
      industryName: industry.name,
      permissions: [...caller.permissions],
      timezone: rule?.timezone ?? 'UTC',
      shift: { startAt: rule?.startAt ?? '00:00:00', endAt: rule?.endAt ?? '00:00:00', shiftName: rule?.shiftName ?? '' },
    };
  }),
];

/** Paired phones and wall displays. */
export const deviceRoutes = (parts: DeviceRoutesParts, facts: ReadPairingFacts): Route[] => [
  ...phoneRoutes(parts, facts),
  ...wallRoutes(parts),
];
