import type { Request, Response } from 'express';
import multer from 'multer';
import type { UploadField } from '../../contract/endpoint.ts';
import { Failure } from '../../core/fail.ts';

/** A file as it was sent; its name and type are the client's and mean nothing. */
export type Uploaded = Uint8Array;

/** Uploads held in memory at the same time. */
const MAX_AT_ONCE = 8;
const MIB = 1_048_576;

const inWords = (bytes: number): string => (bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`);

const reject = (error: unknown, { field, maxBytes }: UploadField): Failure => {
  const code = error instanceof multer.MulterError ? error.code : undefined;
  switch (code) {
    case 'LIMIT_FILE_SIZE':
      return new Failure('badRequest', `${field} must be at most ${inWords(maxBytes)}`, { cause: error });
    case 'LIMIT_FILE_COUNT':
    case 'LIMIT_UNEXPECTED_FILE':
      return new Failure('badRequest', `${field} must be the one file of the form`, { cause: error });
    default:
      return new Failure('badRequest', 'The form is not valid multipart/form-data', { cause: error });
  }
};

/** A file under another name is as good as none. */
const isOtherField = (error: unknown, { field }: UploadField): boolean =>
  error instanceof multer.MulterError && error.code === 'LIMIT_UNEXPECTED_FILE' && error.field !== field;

/** Reads the one file of a multipart form into memory, within bounds. */
export class Uploads {
  readonly #parsers = new Map<UploadField, ReturnType<multer.Multer['single']>>();
  #running = 0;

  /**
   * The file of the row's field; undefined when the request has none.
   * @throws Failure `badRequest` for a file that is too large or not alone and for a broken form, `unavailable` when too many
   * are being received.
   */
  async read(upload: UploadField, request: Request, response: Response): Promise<Uploaded | undefined> {
    if (!request.is('multipart/form-data')) return undefined;
    if (this.#running >= MAX_AT_ONCE) throw new Failure('unavailable', 'Too many uploads at once', { retryAfterSeconds: 2 });
    const parser = this.#parsers.get(upload) ?? this.#makeParser(upload);
    this.#running += 1;
    try {
      await new Promise<void>((resolve, fail) =>
        parser(request, response, (error?: unknown) =>
          error && !isOtherField(error, upload) ? fail(reject(error, upload)) : resolve(),
        ),
      );
    } finally {
      this.#running -= 1;
    }
    const { file } = request;
    return file && file.buffer.length > 0 ? file.buffer : undefined;
  }

  #makeParser(upload: UploadField): ReturnType<multer.Multer['single']> {
    const limits = {
      fileSize: upload.maxBytes,
      files: 1,
      fields: 8,
      fieldSize: 1024,
      fieldNameSize: 100,
      parts: 9,
      headerPairs: 32,
      fieldNestingDepth: 0,
    };
    const parser = multer({ storage: multer.memoryStorage(), limits }).single(upload.field);
    this.#parsers.set(upload, parser);
    return parser;
  }
}
