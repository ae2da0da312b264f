import type { AlertSettings } from '../../contract/model/alertSettings.ts';
import { addressOf, channelOf } from '../../contract/model/recipients.ts';
import { Failure } from '../../core/fail.ts';
import type { Actor } from './actor.ts';

const hornsOf = ({ escalation, rotas = [] }: AlertSettings): { path: string; address: string }[] => {
  const lists: [path: string, recipients: readonly string[]][] = [
    ...escalation.map(({ recipients }, at): [string, string[]] => [`escalation.${at}.recipients`, recipients]),
    ...rotas.flatMap(({ turns, otherwise }, at): [string, string[]][] => [
      ...turns.map(({ recipients }, turn): [string, string[]] => [`rotas.${at}.turns.${turn}.recipients`, recipients]),
      [`rotas.${at}.otherwise`, otherwise],
    ]),
  ];
  return lists
    .flatMap(([path, recipients]) => recipients.map((address, at) => ({ path: `alerts.${path}.${at}`, address })))
    .filter(({ address }) => channelOf(address) === 'horn');
};

/** Ids of the write points that an escalation sounds, in its steps or in a rota. */
export const hornIdsOf = (settings: AlertSettings): ReadonlySet<string> =>
  new Set(hornsOf(settings).map(({ address }) => addressOf(address)));

/**
 * Letting an alarm switch a relay needs the permission to switch it, and a relay that is there: a step whose horn is none reaches nobody.
 * Horns that are set already stay.
 * @throws Failure `permission`, `badRequest` for what is no relay of the industry.
 */
export const refuseUnfitHorns = (
  before: AlertSettings,
  wanted: AlertSettings,
  { permissions, isRelay }: Pick<Actor, 'permissions'> & { isRelay: (pointId: string) => boolean },
): void => {
  const known = new Set(hornsOf(before).map(({ address }) => address));
  const added = hornsOf(wanted).filter(({ address }) => !known.has(address));
  if (added.length > 0 && !permissions.has('RELAY_CONTROL'))
    throw new Failure('permission', 'Permission RELAY_CONTROL required for a horn');
  const unfit = added.find(({ address }) => !isRelay(addressOf(address)));
  if (!unfit) return;
  const message = `there is no relay ${addressOf(unfit.address)}`.trimEnd();
  throw new Failure('badRequest', message, { errors: [{ path: unfit.path, message }] });
};
