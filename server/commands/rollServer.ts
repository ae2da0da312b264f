import { dirname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { escapeLetters } from './escapeLetters.ts';
import { laterSchemas } from './laterSchemas.ts';

/** Those that load binaries, or files that are beside them, are read from where they are. */
const external = new Set(['better-sqlite3', '@node-rs/argon2', '@resvg/resvg-js', 'serialport', 'swagger-ui-dist']);

/** What a module looks for beside itself is looked for beside its source; `placeOf` is an expression for its path. */
const places = (server: string, placeOf: (id: string) => string): Plugin => {
  // starts the bundled job process, which is beside it here as its source is beside its source
  const jobStarter = /[\\/]jobs[\\/]forkHost\.[jt]s$/;
  return {
    name: 'places',
    transform: (code, id) =>
      id.startsWith(server) && !jobStarter.test(id) && code.includes('import.meta.')
        ? code
            .replaceAll('import.meta.dirname', placeOf(dirname(id)))
            .replaceAll('import.meta.filename', placeOf(id))
            .replaceAll('import.meta.url', `process.getBuiltinModule('node:url').pathToFileURL(${placeOf(id)}).href`)
        : null,
  };
};

/** An ES import of these reads all that they export, and with that the WebSocket client that nobody uses: a twentieth of a start. */
const lazyExports = /^(?:node:)?(https?)$/;
const builtins: Plugin = {
  name: 'builtins',
  resolveId: (name) => (lazyExports.test(name) ? `\0${name.replace('node:', '')}.cjs` : null),
  load: (id) => {
    const [, name] = /^\0(https?)\.cjs$/.exec(id) ?? [];
    return name === undefined ? null : { code: `module.exports = process.getBuiltinModule('node:${name}');`, moduleType: 'js' };
  },
};

/** Of the contract's schemas, a fifth of the work of a start, few are needed before the first request. */
export const schemasLater = (server: string, ending: string): Plugin => {
  const later = join(server, 'contract', `later.${ending}`);
  return {
    name: 'schemas-later',
    transform(code, id) {
      if (!id.startsWith(server) || id === later || !code.includes('z.')) return null;
      return laterSchemas(code, (text) => this.parse(text, { lang: 'ts' }), later);
    },
  };
};

/** modbus-serial only words requests and answers here (field/ports): what opens its own serial ports is not read with it. */
const isUnusedPort = (name: string, importer: string | undefined): boolean =>
  name === 'serialport' && importer?.includes('modbus-serial') === true;
const noSerialPorts: Plugin = {
  name: 'no-serial-ports',
  resolveId: (name, importer) => (isUnusedPort(name, importer) ? '\0noSerialPorts.cjs' : null),
  load: (id) => (id === '\0noSerialPorts.cjs' ? { code: 'module.exports = {};', moduleType: 'js' } : null),
};

/** A file with one letter beyond Latin-1 is held by V8 with two bytes for each of its letters, for as long as the server runs. */
const oneByteLetters: Plugin = {
  name: 'one-byte-letters',
  generateBundle: (_, files) => {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeLetters(file.code);
  },
};

export type RollParts = {
  /** Folder of the server's modules, and the ending of their names. */
  server: string;
  ending: 'ts' | 'js';
  out: string;
  outEnding: 'mjs' | 'js';
  placeOf: (id: string) => string;
};

/** The server and its job process in a few files: reading 2,000 modules one by one is half of a start. */
export const rollServer = async ({ server, ending, out, outEnding, placeOf }: RollParts): Promise<void> => {
  const bundle = await rolldown({
    input: { serve: join(server, `serve.${ending}`), main: join(server, 'jobs', `main.${ending}`) },
    platform: 'node',
    external: (name, importer) => external.has(name) && !isUnusedPort(name, importer),
    plugins: [places(server, placeOf), schemasLater(server, ending), builtins, noSerialPorts, oneByteLetters],
    checks: { sourcemapBroken: false },
  });
  await bundle.write({
    dir: out,
    format: 'esm',
    entryFileNames: `[name].${outEnding}`,
    chunkFileNames: `[name]-[hash].${outEnding}`,
    comments: false,
  });
  await bundle.close();
};
