import PQueue from 'p-queue';
import type Stripe from 'stripe';
import type { Database } from '../../db/database.ts';
import type { StripeClient } from '../client.ts';
import { rowOf } from './compare.ts';
import { mirrorQueries as queries } from './mirror.queries.ts';
import { read, readBalanceHistory, readItemsOfInvoice, wholeLines } from './reads.ts';
import type { MirroredObjects, MirroredType } from './rows.ts';

/** What changes with an object and has no event of its own, in the one order in which it is written. */
export const companionTypes = ['customer_balance_transaction', 'invoice_payment', 'invoiceitem'] as const;

type Companions = Partial<Record<(typeof companionTypes)[number], readonly object[]>>;

/** An object as it was read, with all that comes with it: nothing more need be asked for it. */
export interface Reading {
  readonly object: MirroredObjects[MirroredType];
  readonly companions: Companions;
}

/** By id; undefined is gone at Stripe. */
export type Readings = Map<string, Reading | undefined>;

/** Objects that a process reads at once for the mirror's sake: half of the calls that it may make, as people wait for the others. */
const readingsAtOnce = 10;

/** Reads objects afresh, for a whole process. */
export function createReadings(database: Database, client: StripeClient) {
  const queue = new PQueue({ concurrency: readingsAtOnce });

  async function readWhole(type: MirroredType, id: string): Promise<Reading | undefined> {
    const stripe = await client();
    const object = await read(stripe, type, id);
    if (object === undefined) return undefined;
    return { object, companions: await companionsOf(stripe, type, object) };
  }

  async function companionsOf(stripe: Stripe, type: MirroredType, object: object): Promise<Companions> {
    if (type === 'customer') {
      const { id } = object as Stripe.Customer;
      const knowsSome = async (ids: string[]) =>
        (await queries.find(database.query, 'customer_balance_transaction', ids)).size > 0;
      return { customer_balance_transaction: await readBalanceHistory(stripe, id, knowsSome) };
    }
    if (type !== 'invoice') return {};
    const invoice = object as Stripe.Invoice;
    const id = invoice.id ?? '';
    invoice.lines = { ...invoice.lines, data: await wholeLines(stripe, invoice), has_more: false };
    const items = invoice.lines.data
      .map((line) => rowOf('line_item', line).columns.invoice_item_id)
      .filter((item) => typeof item === 'string');
    const unattached = await queries.findUnattachedItems(database.query, id, items);
    return {
      invoice_payment: invoice.payments?.data ?? [],
      invoiceitem: unattached.length > 0 ? await readItemsOfInvoice(stripe, id) : [],
    };
  }

  return {
    /**
     * Reads objects, some at a time. What fails is left out, and nothing further is begun then.
     * @throws when the one that is needed fails.
     */
    async read(type: MirroredType, ids: readonly string[], needed: string): Promise<Readings> {
      const found: Readings = new Map();
      let isFailing = false;
      await Promise.all(
        ids.map((id) =>
          queue.add(async () => {
            if (isFailing && id !== needed) return;
            try {
              found.set(id, await readWhole(type, id));
            } catch (error) {
              isFailing = true;
              if (id === needed) throw error;
            }
          }),
        ),
      );
      return found;
    },
  };
}
