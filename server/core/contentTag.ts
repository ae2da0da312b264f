import { createHash } from 'node:crypto';

/** Short and the same for the same content, for an ETag. */
export const contentTag = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
