import { enableCompileCache, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { findBundled, findPacked, startCache } from './bundled.ts';

const KEPT_AFTER_MS = 10_000;

// the two make a start of 0.9 s of processor time out of one of 3 s; a service of systemd cannot write beside the packages
enableCompileCache(process.env.CACHE_DIRECTORY ?? startCache());
// otherwise it is written when the process ends, and never by one that is killed
setTimeout(flushCompileCache, KEPT_AFTER_MS).unref();
const found = findPacked() ?? findBundled();
// Windows takes no plain path here
await import(found === undefined ? './serve.ts' : pathToFileURL(found).href);
