import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const kept = z.object({ certificate: z.string() });

const keyOf = (pem: string): string =>
  new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** Whether a certificate has the key of the one that the server of this data folder shows; authorities of the PC are not asked. */
export const isLeafOf =
  (dataFolder: string) =>
  (pem: string): boolean => {
    try {
      const { certificate } = kept.parse(JSON.parse(readFileSync(join(dataFolder, 'tls', 'leaf.json'), 'utf8')));
      return keyOf(pem) === keyOf(certificate);
    } catch {
      return false;
    }
  };
