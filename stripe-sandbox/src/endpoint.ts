import { invalidRequest } from './errors.ts';
import { list, paging, readTable, type Table, text, type Values } from './parameters.ts';
import type { ObjectType, ObjectTypes } from './storage/object-types.ts';
import type { ListQuery } from './storage/select.ts';
import type { Work } from './storage/work.ts';

/** Who may call an endpoint: `server` with the secret key only, `browser` with the publishable key as well. */
export type Access = 'server' | 'browser';

/** One call of a request: ids from the path, typed parameters, and which key the caller has. */
export interface Call<P extends Table> {
  work: Work;
  ids: Record<string, string>;
  parameters: Values<P>;
  /** True when the caller is a browser with the publishable key: it needs the client secret of an intent. */
  isBrowser: boolean;
  /** The caller's address, as tokens record it. */
  clientIp: string | null;
}

/** One endpoint of the API. `run` returns the object or list of the answer, before expansion. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:name` for ids. */
  path: string;
  access: Access;
  /** A call that may take seconds. It gets a transaction of its own, so that earlier calls need not wait for it. */
  isLong: boolean;
  /** The accepted parameters. Any other is rejected. */
  parameters: Table;
  /** Returns the typed parameters of a request. Throws Stripe's errors. */
  read(raw: Record<string, unknown>): { parameters: object; expand: string[] };
  run(call: {
    work: Work;
    ids: Record<string, string>;
    parameters: object;
    isBrowser: boolean;
    clientIp: string | null;
  }): Promise<object>;
}

/** Declares an endpoint. Every endpoint takes `expand`. Any parameter outside the table is rejected. */
export function endpoint<P extends Table>(
  signature: `${'GET' | 'POST' | 'DELETE'} /v1/${string}`,
  table: P,
  run: (call: Call<P>) => Promise<object>,
  access: Access = 'server',
): Endpoint {
  const [method, path] = signature.split(' ') as [Endpoint['method'], string];
  const whole = { ...table, expand: list(text()) };
  return {
    method,
    path,
    access,
    isLong: path.endsWith('/advance'),
    parameters: whole,
    read(raw) {
      const { expand = [], ...parameters } = readTable(whole, raw) as { expand?: string[] };
      return { parameters, expand };
    },
    run: (call) => run(call as unknown as Call<P>),
  };
}

/** A list in its API form. */
export interface ApiList<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

/** Declares `GET path`: a paged list of one type, filtered by the result of `query`. */
export function listEndpoint<P extends Table, T extends ObjectType>(
  path: `/v1/${string}`,
  type: T,
  table: P,
  query: (call: Call<P>) => ListQuery | Promise<ListQuery>,
): Endpoint {
  return endpoint(`GET ${path}`, { ...table, ...paging }, async (call) => {
    const narrowed = await query(call as unknown as Call<P>);
    return listPage(call.work, type, concretePath(path, call.ids), { ...narrowed, ...pageOf(call.parameters) });
  });
}

/** One page of stored objects as an API list. */
export async function listPage<T extends ObjectType>(
  work: Work,
  type: T,
  url: string,
  query: ListQuery,
): Promise<ApiList<ObjectTypes[T]>> {
  const { objects, hasMore } = await work.page(type, { limit: 10, ...query });
  return { object: 'list', data: objects, has_more: hasMore, url };
}

/** The cursors among a list's parameters. */
export function pageOf(parameters: object): Pick<ListQuery, 'limit' | 'starting_after' | 'ending_before'> {
  const { limit = 10, starting_after, ending_before } = parameters as ListQuery;
  return {
    limit,
    ...(starting_after === undefined ? {} : { starting_after }),
    ...(ending_before === undefined ? {} : { ending_before }),
  };
}

function concretePath(path: string, ids: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
}

/** Merged metadata: null values delete their keys, null for the whole deletes all. Throws 400 for more than 50 keys. */
export function mergeMetadata(
  current: Record<string, string>,
  changes: Record<string, string | null> | null | undefined,
): Record<string, string> {
  if (changes === undefined) return current;
  if (changes === null) return {};
  const merged: Record<string, string> = { ...current };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  if (Object.keys(merged).length > 50)
    throw invalidRequest('You can only have up to 50 metadata keys.', { param: 'metadata' });
  return merged;
}

/** One page of a list that an object contains. */
export function slice<T extends { id: string }>(
  all: T[],
  page: { limit?: number | undefined; starting_after?: string | undefined; ending_before?: string | undefined },
  type: string,
): { data: T[]; hasMore: boolean } {
  const { limit = 10, starting_after, ending_before } = page;
  const at = (id: string, param: string) => {
    const index = all.findIndex((one) => one.id === id);
    if (index < 0) throw invalidRequest(`No such ${type}: '${id}'`, { code: 'resource_missing', param });
    return index;
  };
  if (ending_before !== undefined) {
    const end = at(ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { data: all.slice(start, end), hasMore: start > 0 };
  }
  const start = starting_after === undefined ? 0 : at(starting_after, 'starting_after') + 1;
  return { data: all.slice(start, start + limit), hasMore: all.length > start + limit };
}
