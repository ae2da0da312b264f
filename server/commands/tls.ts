/** `npm run tls`: what clients have to trust, for whoever sits at the machine. */
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { systemClock } from '../core/clock.ts';
import { createLog } from '../log.ts';
import { plantTls } from '../secureServer.ts';
import { endWith, giveToOwner, readArguments, readPlantConfig } from './commandLine.ts';

const usage = `npm run tls -- --data DIR [--authority FILE]

Prints the certificates of the server. --authority writes the certificate of the plant's authority, which clients have to trust:
  Windows     certutil -addstore -user Root FILE
  Linux       copy it to /usr/local/share/ca-certificates/ and run update-ca-certificates; browsers have a list of their own
  Android     Settings, Security, Install a certificate, CA certificate
  iPhone      open it, install the profile, then Settings, General, About, Certificate Trust Settings`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const describe = (title: string, pem: string): void => {
  const { subject, subjectAltName, validFrom, validTo, fingerprint256 } = new X509Certificate(pem);
  print(
    `${title}\n  ${(subjectAltName ?? subject).replaceAll('\n', ', ')}\n  ${validFrom} to ${validTo}\n  SHA-256 ${fingerprint256}`,
  );
};

const run = async (): Promise<void> => {
  const { values } = readArguments(usage, {
    options: { data: { type: 'string' }, authority: { type: 'string' } },
  });
  const config = readPlantConfig(values.data);
  const tls = plantTls(config, 'plant', systemClock, createLog('error'));
  await tls.start();
  tls.stop();
  giveToOwner(config.dataFolder);
  describe(tls.isOwn ? 'Server (your own certificate)' : 'Server', tls.served.certificate);
  describe('Authority of the plant', tls.authority);
  if (values.authority === undefined) return print(`\n${usage}`);
  writeFileSync(values.authority, tls.authority);
  print(`\nwritten to ${values.authority}`);
};

run().catch(endWith);
