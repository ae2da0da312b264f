import { enableCompileCache, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { findBundled, findPacked, startCache } from './bundled.ts';

const STARTED_AFTER_MS = 10_000;

// the two make a start of 0.9 s of processor time out of one of 3 s; a service of systemd cannot write beside the packages
enableCompileCache(process.env.CACHE_DIRECTORY ?? startCache());
setTimeout(() => {
  // otherwise it is written when the process ends, and never by one that is killed
  flushCompileCache();
  // What V8's first compiler made is never let go, so that code that was run for one burst of questions would stay. As an option of the
  // process it would cost each start 40 ms: Node's own compiled code is taken only where V8 runs as it did when that was made.
  setFlagsFromString('--no-sparkplug');
}, STARTED_AFTER_MS).unref();
const found = findPacked() ?? findBundled();
// Windows takes no plain path here
await import(found === undefined ? './serve.ts' : pathToFileURL(found).href);
