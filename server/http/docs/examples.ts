import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';

const operationExample = z.object({
  /** Values of parameters, by place and name. */
  parameters: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  /** Bodies by status. */
  answers: z.record(z.string(), z.unknown()),
});

/** Requests and answers of the demo plant, by `get /api/user/deviceData`; lists are shortened. */
const apiExamples = z.record(z.string(), operationExample);
export type OperationExample = z.infer<typeof operationExample>;
export type ApiExamples = z.infer<typeof apiExamples>;

/** The examples of the installation. @throws when the file is not there or is not one of examples. */
export const readExamples = (path: string): ApiExamples =>
  apiExamples.parse(JSON.parse(brotliDecompressSync(readFileSync(path)).toString()));

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const json = 'application/json';

const into = (holder: unknown, example: unknown): void => {
  const content = isNode(holder) && isNode(holder.content) ? holder.content[json] : undefined;
  if (isNode(content)) content.example = example;
};

const exampleValue = (text: string, schema: unknown): unknown => {
  const type = isNode(schema) ? schema.type : undefined;
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
};

/** Puts the examples at the operations of a document whose paths start at `base`. */
export const addExamples = (document: { paths?: object | undefined }, base: string, examples: ApiExamples): void => {
  for (const [path, methods] of Object.entries(document.paths ?? {}) as [string, Node][])
    for (const [method, operation] of Object.entries(methods)) {
      const example = examples[`${method} ${base}${path}`] ?? examples[`${method} ${path}`];
      if (!example || !isNode(operation)) continue;
      if (example.body !== undefined) into(operation.requestBody, example.body);
      if (isNode(operation.responses))
        for (const [status, answer] of Object.entries(example.answers)) into(operation.responses[status], answer);
      for (const parameter of Array.isArray(operation.parameters) ? operation.parameters : []) {
        const value = example.parameters?.[`${parameter.in}.${parameter.name}`];
        if (value !== undefined) parameter.example = exampleValue(value, parameter.schema);
      }
    }
};
