import { join } from 'node:path';
import { createAccounts } from '../features/accounts/index.ts';
import { createAuth, createSms, issuerHosts } from '../features/auth/index.ts';
import { createDelivery } from '../features/delivery/index.ts';
import { canSound, createWritePoints } from '../features/plc/index.ts';
import { createUnits } from '../features/units/index.ts';
import type { Floors } from './floors.ts';
import type { PlantParts } from './plantParts.ts';

/** The phone whose login code is known, in a demo only. */
const demoCodes = [['9000000001', '123456']] as const;

/** Industries and units, who may log in, what they set, what may be written, and the ways to reach people. */
export const createPeople = (
  { config, clock, log }: PlantParts,
  { writer, model, audit, bus, field, fieldModel, serving }: Floors,
) => {
  const { directory, changes } = model;
  const { industries, categories, units } = createUnits(writer, model, serving.clock);
  const { dataFolder, publicUrl } = config;
  const sms = createSms(config.sms, field.openSerial);
  const logins = createAuth({
    writer,
    keyFolder: join(dataFolder, 'keys'),
    industries,
    directory,
    audit,
    bus,
    clock,
    log,
    leakageEnabled: (industryId) =>
      directory.units(industryId).some(({ type, meta }) => type !== 'quality' && meta.alertEnabled?.stable_flow === true),
    lock: config.limits.passwordLock,
    mayAskIssuer: issuerHosts(config.ssoHosts),
    strangers: config.limits.passwordStrangers,
    confirmedSeconds: config.confirmSeconds,
    otp: {
      sms,
      countryCode: config.otp.countryCode,
      text: config.otp.text,
      limits: { generate: config.limits.otp, verify: config.limits.otpVerify },
      testCodes: new Map(config.demo ? demoCodes : []),
    },
  });
  const { auth, users } = logins;
  const points = createWritePoints(writer, fieldModel.registry, field.commands);
  const accounts = createAccounts({
    ...{ writer, dataFolder, publicUrl, directory, changes, industries, units, users, audit, clock },
    lastChanges: audit,
    isRelay: (industryId, pointId) => {
      const point = points.find(industryId, pointId);
      return point !== undefined && canSound(point);
    },
  });
  return { industries, categories, units, logins, auth, users, points, accounts, delivery: createDelivery(config, sms, clock) };
};
export type PlantPeople = ReturnType<typeof createPeople>;
