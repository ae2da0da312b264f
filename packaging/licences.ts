import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE = /^(licen[cs]e|copying|notice)(\.|-|$)/i;

type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };

/** Each package that is shipped, by the lock file: name, version, licence, and the texts that come with it. */
export const licencesOf = (project: string): string => {
  const lock: Lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && existsSync(join(project, path)))
    .map(([path]) => {
      const folder = join(project, path);
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const texts = readdirSync(folder).filter((file) => LICENCE.test(file));
      const words = typeof license === 'string' ? license : (license?.type ?? 'see its text');
      return [`== ${name} ${version}: ${words}`, ...texts.map((file) => readFileSync(join(folder, file), 'utf8').trim())].join(
        '\n',
      );
    })
    .join('\n\n');
};
