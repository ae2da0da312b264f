import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Prefix of the signed text, so that this signature is not valid for an update. */
const FILES_PURPOSE = 'headworks-files-1';

/**
 * Writes `files.sha256` into a folder, in the form of sha256sum: the hash and the name of each file that `isListed`. With a release key in
 * the environment (HEADWORKS_RELEASE_KEY a PEM file, HEADWORKS_RELEASE_KEY_ID its id) `files.sig` goes beside it.
 */
export const writeFileList = (folder: string, isListed: (name: string) => boolean): void => {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(folder, join(one.parentPath, one.name)).replaceAll('\\', '/'))
    .filter(isListed)
    .sort();
  const lines = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}`,
  );
  const list = Buffer.from(`${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'files.sha256'), list);
  const { HEADWORKS_RELEASE_KEY: key, HEADWORKS_RELEASE_KEY_ID: id } = process.env;
  if (!key || !id) return;
  const signed = sign(null, Buffer.concat([Buffer.from(`${FILES_PURPOSE}\n`), list]), createPrivateKey(readFileSync(key)));
  writeFileSync(join(folder, 'files.sig'), `${id} ${signed.toString('base64')}\n`);
};
