import PQueue from 'p-queue';
import type Stripe from 'stripe';
import type { Database } from '../../db/database.ts';
import type { StripeClient } from '../client.ts';
import { toMirrorRow } from './compare.ts';
import { mirrorQueries as queries } from './mirror.queries.ts';
import {
  findList,
  pageSize,
  read,
  readBalanceHistory,
  readItemsOfInvoice,
  startingAfter,
  wholeLines,
} from './reads.ts';
import type { MirroredObjects, MirroredType } from './rows.ts';

/** Objects that change with another and have no event of their own, in the order of writing. */
export const companionTypes = ['customer_balance_transaction', 'invoice_payment', 'invoiceitem'] as const;

type Companions = Partial<Record<(typeof companionTypes)[number], readonly object[]>>;

/** An object as it was read, with everything that belongs to it, so that no further call is needed. */
export interface Reading {
  readonly object: MirroredObjects[MirroredType];
  readonly companions: Companions;
}

/** By id; undefined if deleted at Stripe. */
export type Readings = Map<string, Reading | undefined>;

/** An object to be read. */
export interface Wanted {
  readonly id: string;
  /** Seconds since 1970, if an event contained it. Objects that were created close together are read with a list. */
  readonly created?: number | null;
}

/** Concurrent reads of a process for the mirror: half of its calls, because users wait for the others. */
const concurrentReadings = 10;
/** Maximum number of objects to read individually at a time. Further ones are left to their own jobs. */
const maxSingleReadings = 50;
/** Minimum number of objects for which a list is used. */
const minListed = 5;
/** Minimum number of wanted objects on a page to continue with the next page. */
const minHits = 10;
/** Maximum gap in seconds between two objects of one list. */
const widestGap = 60;

export interface ReadingContext {
  readonly database: Database;
  readonly client: StripeClient;
  /** Limits the calls of the whole process. */
  readonly queue: PQueue;
}

export function createReadingContext(database: Database, client: StripeClient): ReadingContext {
  return { database, client, queue: new PQueue({ concurrency: concurrentReadings }) };
}

/**
 * Reads objects with lists if they were created close together, otherwise individually. Failures are skipped and stop
 * further reads. Objects missing in a list are read individually, because they may be deleted.
 * @throws if the needed object cannot be read.
 */
export async function readObjects(
  context: ReadingContext,
  type: MirroredType,
  wanted: readonly Wanted[],
  needed: string,
): Promise<Readings> {
  const found: Readings = new Map();
  let isFailing = false;
  const readOne = async (id: string, reading: () => Promise<Reading | undefined>) => {
    if (isFailing && id !== needed) return;
    try {
      found.set(id, await context.queue.add(reading));
    } catch (error) {
      isFailing = true;
      if (id === needed) throw error;
    }
  };
  const listed = await readListed(context, type, wanted).catch(() => {
    isFailing = true;
    return new Map<string, Listed>();
  });
  await Promise.all([...listed].map(([id, object]) => readOne(id, () => withCompanions(context, type, object))));
  const single = wanted
    .filter(({ id }) => !listed.has(id))
    .sort((a, b) => Number(b.id === needed) - Number(a.id === needed));
  await Promise.all(
    single.slice(0, maxSingleReadings).map(({ id }) => readOne(id, () => readWhole(context, type, id))),
  );
  return found;
}

type Listed = MirroredObjects[MirroredType];

/** Reads objects with lists, by the time spans in which they were created. */
async function readListed(
  { client, queue }: ReadingContext,
  type: MirroredType,
  wanted: readonly Wanted[],
): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  const list = findList(type);
  const spans = list ? groupIntoSpans(wanted) : [];
  if (!list || spans.length === 0) return found;
  const stripe = await client();
  await Promise.all(
    spans.map(async ({ ids, created }) => {
      const left = new Set(ids);
      for (let after: string | undefined, hits = minHits; hits >= minHits && left.size > 0; ) {
        const parameters = { limit: pageSize, created, ...startingAfter(after) };
        const page = await queue.add(() => list(stripe, parameters));
        const objects = page.data as Listed[];
        const known = objects.filter(({ id }) => left.delete(id));
        for (const object of known) found.set(object.id, object);
        after = objects.at(-1)?.id;
        hits = page.has_more && after ? known.length : 0;
      }
    }),
  );
  return found;
}

interface Span {
  readonly ids: readonly string[];
  readonly created: { readonly gte: number; readonly lte: number };
}

/** Groups objects that were created close together, at most a page each. Isolated ones are left out. */
export function groupIntoSpans(wanted: readonly Wanted[]): Span[] {
  const sorted = wanted
    .flatMap(({ id, created }) => (typeof created === 'number' ? [{ id, created }] : []))
    .sort((a, b) => a.created - b.created);
  const groups: { id: string; created: number }[][] = [];
  for (const one of sorted) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && group.length < pageSize && one.created - last.created <= widestGap) group.push(one);
    else groups.push([one]);
  }
  return groups
    .filter(({ length }) => length >= minListed)
    .map((group) => ({
      ids: group.map(({ id }) => id),
      created: { gte: group[0]?.created ?? 0, lte: group.at(-1)?.created ?? 0 },
    }));
}

async function readWhole(context: ReadingContext, type: MirroredType, id: string): Promise<Reading | undefined> {
  const object = await read(await context.client(), type, id);
  return object === undefined ? undefined : withCompanions(context, type, object);
}

async function withCompanions(
  { database, client }: ReadingContext,
  type: MirroredType,
  object: Listed,
): Promise<Reading> {
  if (type === 'customer') {
    const { id } = object as Stripe.Customer;
    const knowsSome = async (ids: string[]) =>
      (await queries.find(database.query, 'customer_balance_transaction', ids)).size > 0;
    return {
      object,
      companions: { customer_balance_transaction: await readBalanceHistory(await client(), id, knowsSome) },
    };
  }
  if (type !== 'invoice') return { object, companions: {} };
  const stripe = await client();
  const invoice = object as Stripe.Invoice;
  const id = invoice.id ?? '';
  invoice.lines = { ...invoice.lines, data: await wholeLines(stripe, invoice), has_more: false };
  const items = invoice.lines.data
    .map((line) => toMirrorRow('line_item', line).columns.invoice_item_id)
    .filter((item) => typeof item === 'string');
  const unattached = await queries.findUnattachedItems(database.query, id, items);
  return {
    object,
    companions: {
      invoice_payment: invoice.payments?.data ?? [],
      invoiceitem: unattached.length > 0 ? await readItemsOfInvoice(stripe, id) : [],
    },
  };
}
