import { fieldMeanings } from '../../contract/glossary/index.ts';

type Schema = Record<string, unknown>;
const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
const described = (value: unknown): boolean => isObject(value) && typeof value.description === 'string';

/** A record over a list of names says each of them as a property, so that `required` names what is defined. */
const nameRequired = (schema: Schema): void => {
  const { required, additionalProperties, properties } = schema;
  if (!Array.isArray(required) || properties !== undefined || !isObject(additionalProperties)) return;
  schema.properties = Object.fromEntries(required.map((name) => [String(name), structuredClone(additionalProperties)]));
};

/** Gives each field without a description of its own the meaning of its name. */
const describeFields = (properties: Schema): void => {
  for (const [name, field] of Object.entries(properties)) {
    const meaning = fieldMeanings.get(name);
    if (isObject(field) && !described(field) && meaning !== undefined) field.description = meaning;
  }
};

/** A parameter says its meaning beside its name, where tools look for it. */
const describeParameter = (parameter: Schema): void => {
  if (described(parameter) || typeof parameter.name !== 'string') return;
  const { schema } = parameter;
  const own = isObject(schema) && typeof schema.description === 'string' ? schema.description : undefined;
  const meaning = own ?? fieldMeanings.get(parameter.name);
  if (meaning !== undefined) parameter.description = meaning;
};

const isParameter = (value: Schema): boolean =>
  typeof value.in === 'string' && typeof value.name === 'string' && 'schema' in value;

const complete = (node: unknown, inAnswer: boolean): void => {
  if (Array.isArray(node)) for (const one of node) complete(one, inAnswer);
  if (!isObject(node)) return;
  delete node.freeText;
  if (isParameter(node)) describeParameter(node);
  nameRequired(node);
  if (node.type === 'object' && isObject(node.properties)) describeFields(node.properties);
  if (inAnswer && node.additionalProperties === false) delete node.additionalProperties;
  for (const [key, value] of Object.entries(node))
    if (key !== 'example' && key !== 'examples') complete(value, inAnswer && key !== 'requestBody' && key !== 'parameters');
};

/** Makes a document complete for its readers: meanings of fields, answers open to more fields, no keyword of our own. */
export const completeFields = (document: object): void => complete(document, true);
