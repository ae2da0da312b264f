import { bases, type Endpoint } from '../contract/endpoint.ts';
import { Failure } from '../core/fail.ts';

/** One slash where there were several, none at the end: `/api//user/x/` is `/api/user/x`. */
export const normalPath = (path: string): string => {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
};

export const fullPath = (row: Endpoint): string => normalPath(`${bases[row.base]}/${row.path}`);

type Node<T> = { fixed: Map<string, Node<T>>; any: Node<T> | undefined; methods: Map<string, { value: T; names: string[] }> };
const newNode = <T>(): Node<T> => ({ fixed: new Map(), any: undefined, methods: new Map() });

export type PathMatch<T> =
  | { kind: 'match'; value: T; params: Record<string, string> }
  | { kind: 'otherMethod'; allow: string[] }
  | { kind: 'none' };

/** Finds the value of a method and path; a fixed segment goes before a parameter. */
export class PathTable<T> {
  readonly #root: Node<T> = newNode();
  /** Paths without parameters, which are nearly all. */
  readonly #fixed = new Map<string, Node<T>>();

  /** @throws Failure `server` when the method and path are there already. */
  add(method: string, path: string, value: T): void {
    const names: string[] = [];
    let node = this.#root;
    for (const part of path.split('/').slice(1)) {
      if (part.startsWith('{')) {
        names.push(part.slice(1, -1));
        node.any ??= newNode();
        node = node.any;
      } else {
        const next = node.fixed.get(part) ?? newNode();
        node.fixed.set(part, next);
        node = next;
      }
    }
    if (node.methods.has(method)) throw new Failure('server', `${method} ${path} has two handlers`);
    node.methods.set(method, { value, names });
    if (names.length === 0) this.#fixed.set(path, node);
  }

  /** @param path normal, still percent-encoded. */
  find(method: string, path: string): PathMatch<T> {
    const values: string[] = [];
    const node = this.#fixed.get(path) ?? this.#walk(this.#root, path.split('/').slice(1), 0, values);
    if (!node) return { kind: 'none' };
    const entry = node.methods.get(method);
    if (!entry) return { kind: 'otherMethod', allow: [...node.methods.keys()] };
    return {
      kind: 'match',
      value: entry.value,
      params: Object.fromEntries(entry.names.map((name, index) => [name, decode(values[index] ?? '')])),
    };
  }

  #walk(node: Node<T>, parts: string[], at: number, values: string[]): Node<T> | undefined {
    const part = parts[at];
    if (part === undefined) return node.methods.size > 0 ? node : undefined;
    const fixed = node.fixed.get(part);
    const found = fixed && this.#walk(fixed, parts, at + 1, values);
    if (found || !node.any || part === '') return found;
    values.push(part);
    const deeper = this.#walk(node.any, parts, at + 1, values);
    if (!deeper) values.pop();
    return deeper;
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new Failure('badRequest', 'Path is not valid percent-encoded UTF-8', { cause: error });
  }
};
