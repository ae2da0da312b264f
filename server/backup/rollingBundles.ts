import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type BundleParts, BundleWriter } from '../bundle/bundleWriter.ts';
import { MOST_BUNDLE_BYTES, MOST_BUNDLE_ITEMS } from '../bundle/format.ts';
import { BUNDLE_ENDING, type BundleFile } from './manifest.ts';

export type RollingParts = Omit<BundleParts, 'path'> & { folder: string; name: string };

/** Bundles one after the other: a new one begins where one has become long enough. Without any item there is none. */
export class RollingBundles {
  readonly #parts: RollingParts;
  readonly #done: BundleFile[] = [];
  #writer: BundleWriter | undefined;
  items = 0;

  constructor(parts: RollingParts) {
    this.#parts = parts;
  }

  /** Name of the bundle that the next item goes to. */
  get current(): string {
    const number = this.#done.length + 1;
    return `${this.#parts.name}${number === 1 ? '' : `-${number}`}${BUNDLE_ENDING}`;
  }

  add(...item: Parameters<BundleWriter['add']>): void {
    const isLong = (this.#writer?.bytes ?? 0) >= MOST_BUNDLE_BYTES - 2_097_152 || (this.#writer?.items ?? 0) >= MOST_BUNDLE_ITEMS;
    if (isLong) this.#end();
    this.#writer ??= this.#begin();
    this.#writer.add(...item);
    this.items += 1;
  }

  #begin(): BundleWriter {
    const { folder, name: _, ...parts } = this.#parts;
    // a stick that was taken out meanwhile: its folder is not made anew on the disk of its mount point
    statSync(folder);
    return new BundleWriter({ ...parts, path: join(folder, this.current) });
  }

  finish(): BundleFile[] {
    this.#end();
    return this.#done;
  }

  abandon(): void {
    this.#writer?.abandon();
  }

  #end(): void {
    if (!this.#writer) return;
    const name = this.current;
    const { bytes, sha256 } = this.#writer.finish();
    this.#writer = undefined;
    this.#done.push({ name, bytes, sha256 });
  }
}
