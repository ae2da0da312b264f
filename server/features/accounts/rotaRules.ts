import type { AlertSettings } from '../../contract/model/alertSettings.ts';
import { rotaNameOf } from '../../contract/model/recipients.ts';
import { Failure } from '../../core/fail.ts';

const refuse = (path: string, message: string): never => {
  throw new Failure('badRequest', message, { errors: [{ path: `alerts.${path}`, message }] });
};

/** Each rota has a name of its own, recipients name rotas that are there, and rotas name people alone. @throws Failure `badRequest` at the first that does not. */
export const refuseUnknownRotas = ({ channels, escalation, rotas = [] }: AlertSettings): void => {
  const names = rotas.map(({ name }) => name);
  const again = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (again >= 0) refuse(`rotas.${again}.name`, `there is another rota ${names[again]}`);

  const named = (path: string, recipients: readonly string[]): void => {
    const unknown = recipients.map(rotaNameOf).find((name) => name !== null && !names.includes(name));
    if (unknown !== undefined) refuse(path, `there is no rota ${unknown}`);
  };
  for (const [name, { recipients }] of Object.entries(channels)) named(`channels.${name}.recipients`, recipients);
  for (const [at, { recipients }] of escalation.entries()) named(`escalation.${at}.recipients`, recipients);

  const people = (path: string, recipients: readonly string[]): void => {
    if (recipients.some((one) => rotaNameOf(one) !== null)) refuse(path, 'a rota names people, not rotas');
  };
  for (const [at, { turns, otherwise }] of rotas.entries()) {
    people(`rotas.${at}.otherwise`, otherwise);
    for (const [turn, { recipients }] of turns.entries()) people(`rotas.${at}.turns.${turn}.recipients`, recipients);
  }
};
