import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import type { Work } from '../storage/work.ts';
import { EXPANDABLE } from './expandable.ts';
import { INCLUDES } from './includes.ts';
import { presentSnapshot } from './snapshot.ts';

const DEEPEST = 4;

type Hash = Record<string, unknown>;

function isHash(value: unknown): value is Hash {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy by JSON, which is faster than `structuredClone`. Every answer is converted to JSON anyway. */
function copyOf<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

/** The answer to a call, with current prices, and with the references in `expand` replaced by their objects. */
export async function present(work: Work, answer: object, expand: string[] = []): Promise<object> {
  // Objects that were only read for this answer may be changed, unless an expansion repeats one of them.
  const isOurs = work.isReadOnly && expand.length === 0;
  const copy = (isOurs ? presentSnapshot(answer) : copyOf(presentSnapshot(answer))) as Hash;
  await refresh(work, copy);
  for (const path of expand) {
    const steps = path.split('.');
    const depth = steps.filter((step) => step !== 'data').length;
    if (depth > DEEPEST) {
      throw invalidRequest(`You cannot expand more than ${DEEPEST} levels of a property (${path}).`, {
        param: 'expand',
      });
    }
    await expandAt(work, copy, steps, { path, typed: copy, field: [] });
  }
  return copy;
}

/** The state of an expansion: the object whose table applies, and the fields passed since. */
interface Place {
  path: string;
  typed: Hash;
  field: string[];
}

async function expandAt(work: Work, holder: Hash, steps: string[], place: Place): Promise<void> {
  const [step, ...rest] = steps;
  // A deleted object has no fields to expand.
  if (step === undefined || holder.deleted === true) return;
  const field = [...place.field, step];
  const type = String(place.typed.object ?? '');
  const target = EXPANDABLE[type]?.[field.join('.')];
  const include = INCLUDES[type]?.[field.join('.')];

  if (holder[step] === undefined && include !== undefined) {
    const included = copyOf(await include(work, place.typed as { id: string }));
    if (included === undefined) return;
    if (isHash(included)) await refresh(work, included);
    holder[step] = included;
  } else if (target !== undefined) holder[step] = await resolve(work, target, holder[step]);
  else if (!Object.hasOwn(holder, step) || (rest.length === 0 && !isExpanded(holder[step]))) {
    const hint = type === 'list' ? `. You may want to try expanding 'data.${place.path}' instead` : '';
    throw invalidRequest(`This property cannot be expanded (${step})${hint}.`, { param: 'expand' });
  }
  await descend(work, holder[step], rest, { ...place, field });
}

/** `expand` may name objects that are embedded already. */
function isExpanded(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isHash);
  return value === null || (isHash(value) && 'object' in value);
}

async function resolve(work: Work, type: (typeof EXPANDABLE)[string][string], value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((member) => resolve(work, type, member)));
  if (typeof value !== 'string') return value;
  // The source of a balance transaction is a charge or a refund.
  const found = await work.find(value.startsWith('re_') ? 'refund' : type, value, { deleted: true });
  if (found === undefined) return value;
  if (work.isDeleted(value)) return { id: value, object: type, deleted: true };
  const copy = copyOf(presentSnapshot(found)) as Hash;
  await refresh(work, copy);
  return copy;
}

async function descend(work: Work, value: unknown, rest: string[], place: Place): Promise<void> {
  if (rest.length === 0 || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    await forEach(work, value, (member) => descend(work, member, rest, place));
    return;
  }
  if (!isHash(value)) {
    throw invalidRequest(`This property cannot be expanded (${place.path}).`, { param: 'expand' });
  }
  if (value.object === 'list') {
    if (rest[0] !== 'data')
      throw invalidRequest(`This property cannot be expanded (${place.path}).`, { param: 'expand' });
    await forEach(work, value.data as Hash[], (member) => descend(work, member, rest.slice(1), place));
    return;
  }
  const isTyped = typeof value.object === 'string';
  await expandAt(work, value, rest, isTyped ? { path: place.path, typed: value, field: [] } : place);
}

/** Runs concurrently in reads, so that they share statements, and one after another in a transaction. */
async function forEach<T>(work: Work, members: T[], run: (member: T) => Promise<void>): Promise<void> {
  if (work.isReadOnly) await Promise.all(members.map(run));
  else for (const member of members) await run(member);
}

/**
 * Values that change without a write: prices of subscriptions, the availability of balance transactions, addresses
 * of pages.
 */
async function refresh(work: Work, value: Hash): Promise<void> {
  if (value.object === 'list') {
    const members = (value.data as Hash[]).map((member) => presentSnapshot(member) as Hash);
    await forEach(work, members, (member) => refresh(work, member));
    value.data = members;
    return;
  }
  // Addresses of pages use the current `browserBase`, not that of the object's creation.
  if (typeof value.hosted_invoice_url === 'string') value.hosted_invoice_url = moved(work, value.hosted_invoice_url);
  if (typeof value.invoice_pdf === 'string') value.invoice_pdf = moved(work, value.invoice_pdf);
  if (value.object === 'credit_note' && typeof value.pdf === 'string') value.pdf = moved(work, value.pdf);
  if (typeof value.receipt_url === 'string') value.receipt_url = moved(work, value.receipt_url);
  if (value.object === 'balance_transaction') {
    const transaction = value as unknown as Stripe.BalanceTransaction;
    if (transaction.available_on <= work.realNow) transaction.status = 'available';
  }
  const items =
    value.object === 'subscription'
      ? (value as unknown as Stripe.Subscription).items.data
      : value.object === 'subscription_item' && !('deleted' in value)
        ? [value as unknown as Stripe.SubscriptionItem]
        : [];
  await forEach(work, items, async (item) => {
    const price = await work.find('price', item.price.id);
    if (price === undefined) return;
    item.price = copyOf(price);
    item.plan.active = price.active;
    item.plan.nickname = price.nickname;
    item.plan.metadata = price.metadata;
  });
}

function moved(work: Work, url: string): string {
  return url.replace(/^.*(?=\/(credit_notes\/cn_|invoices\/in_|receipts\/ch_))/, work.site.browserBase);
}
