import { join } from 'node:path';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { OpenSerial } from '../../core/field/serialLine.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import { GsmSms, type GsmSmsSettings, HttpSms, type HttpSmsSettings, type SmsChannel } from '../delivery/index.ts';
import type { IndustryService } from '../units/index.ts';
import { AttemptStore, type TryWindow } from './attemptStore.ts';
import { Attempts } from './attempts.ts';
import { Confirmations } from './confirmations.ts';
import { PhoneStore } from './devices/phoneStore.ts';
import { Phones } from './devices/phones.ts';
import { WallStore } from './devices/wallStore.ts';
import { Walls } from './devices/walls.ts';
import { Otp, type OtpParts } from './otp/otp.ts';
import { OtpStore } from './otp/otpStore.ts';
import { Credentials } from './passwords/credentials.ts';
import { PasswordChanges } from './passwords/passwordChanges.ts';
import { PasswordLinks } from './passwords/passwordLinks.ts';
import { PasswordRules } from './passwords/passwordRules.ts';
import { noteOfTurnedAway, Passwords } from './passwords/passwords.ts';
import { People } from './people.ts';
import { AuthService } from './service.ts';
import { SessionIndex } from './sessionIndex.ts';
import { Setup } from './setup.ts';
import type { IssuerHosts } from './sso/issuerHosts.ts';
import { IssuerKeys } from './sso/issuerKeys.ts';
import { Sso } from './sso/sso.ts';
import { SsoIssuers } from './sso/ssoIssuers.ts';
import { SsoStore } from './sso/ssoStore.ts';
import { AuthStore } from './store.ts';
import { Users } from './users.ts';

export type LoginsParts = {
  writer: Writer;
  /** Folder of the keys. */
  keyFolder: string;
  industries: IndustryService;
  directory: UnitDirectory;
  audit: AuditTrail;
  bus: Bus;
  clock: Clock;
  log: Log;
  leakageEnabled(industryId: string): boolean;
  /** Wrong passwords of one known device or the console that lock the account for it, and for how long. */
  lock: TryWindow;
  /** Which identity providers may be added and asked. */
  mayAskIssuer: IssuerHosts;
  /** Wrong passwords from all unknown devices together that lock an account for them. */
  strangers: TryWindow;
  /** How long a session may do what needs a confirmed password after a login or a confirmation, in seconds; 0: confirmed each time. */
  confirmedSeconds: number;
  otp: Pick<OtpParts, 'sms' | 'countryCode' | 'text' | 'limits' | 'testCodes'>;
};

type SmsSettings = ({ kind: 'http' } & HttpSmsSettings) | ({ kind: 'gsm' } & GsmSmsSettings);

/** The configured way to send an SMS. */
export const createSms = (settings: SmsSettings | undefined, openSerial: OpenSerial): SmsChannel | undefined => {
  switch (settings?.kind) {
    case undefined:
      return undefined;
    case 'http':
      return new HttpSms(settings);
    case 'gsm':
      return new GsmSms(settings, openSerial);
  }
};

/** Makes users, sessions and every way to log in. */
export const createAuth = ({ writer, keyFolder, industries, directory, audit, bus, clock, log, ...parts }: LoginsParts) => {
  const store = new AuthStore(writer);
  const ssoStore = new SsoStore(writer);
  const index = new SessionIndex();
  const passwords = new Passwords(noteOfTurnedAway(clock, log));
  const attempts = new Attempts(new AttemptStore(writer), clock);
  const units = directory;
  const credentials = new Credentials({
    store,
    index,
    passwords,
    attempts,
    units,
    audit,
    lock: parts.lock,
    strangers: parts.strangers,
  });
  const confirmations = new Confirmations({ credentials, index, audit, clock, windowMs: parts.confirmedSeconds * 1000 });
  const rules = new PasswordRules();
  const phones = new Phones({ store: new PhoneStore(writer), sessions: store, index, audit, bus, clock, log });
  const walls = new Walls({ store: new WallStore(writer), units, bus, clock, log });
  const auth = new AuthService({
    store,
    index,
    passwords,
    units,
    audit,
    bus,
    clock,
    phones,
    walls,
    keyFile: join(keyFolder, 'token-keys.json'),
    leakageEnabled: parts.leakageEnabled,
  });
  const users = new Users({ store, sso: ssoStore, index, passwords, bus, clock });
  const passwordChanges = new PasswordChanges({ store, index, passwords, rules, directory, credentials, audit, bus, clock });
  const linkKeyFile = join(keyFolder, 'password-link-key.json');
  const passwordLinks = new PasswordLinks({ store, index, passwordChanges, audit, clock, keyFile: linkKeyFile });
  const keyFile = join(keyFolder, 'otp-key.json');
  const otp = new Otp({
    store: new OtpStore(writer),
    devices: store,
    index,
    attempts,
    units,
    audit,
    clock,
    log,
    keyFile,
    ...parts.otp,
  });
  const keys = new IssuerKeys(join(keyFolder, 'issuers'), parts.mayAskIssuer, clock, log);
  const ssoIssuers = new SsoIssuers({ store: ssoStore, keys, hosts: parts.mayAskIssuer, audit, clock });
  const sso = new Sso({ store: ssoStore, issuers: ssoIssuers, keys, index, units, audit, clock });
  const people = new People({ store, index, users, passwords, rules, directory, audit, clock });
  const setup = new Setup({ users, industries, directory, rules, attempts, audit, clock, log });
  return {
    auth,
    users,
    credentials,
    confirmations,
    passwordChanges,
    passwordLinks,
    otp,
    sso,
    ssoIssuers,
    setup,
    people,
    phones,
    walls,
    directory,
    nowMs: () => clock.now(),
    /** Reads keys, users and sessions. @throws Failure `unavailable` when a key file is damaged. */
    async start(): Promise<void> {
      await auth.start();
      await phones.start();
      await walls.start();
      otp.start();
      passwordLinks.start();
      await ssoIssuers.start();
    },
    stop(): Promise<void> {
      phones.stop();
      return otp.stop();
    },
  };
};

export type Logins = ReturnType<typeof createAuth>;
