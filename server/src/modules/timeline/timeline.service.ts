import type { Locale, TimelineEvent } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { listAnswer } from '../../http/list-answer.ts';
import { hasMessage, translate } from '../../messages/index.ts';
import { listEventsOf, type TimelineRow } from '../../stripe/index.ts';

/** A timeline spans up to 30 days (INV-11). */
const spanDays = 30;

export interface TimelineOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
}

/**
 * The stored events about some objects.
 * @param objectIds an object and its related objects. The caller has checked that they belong to one account.
 */
export async function listTimeline(
  { database, locale }: { readonly database: Database; readonly locale: Locale },
  objectIds: readonly string[],
  options: TimelineOptions,
) {
  const { items, total } = await listEventsOf(database.query, objectIds, spanDays, options);
  return listAnswer(
    items.map((row) => presentEvent(row, locale)),
    total,
    options,
  );
}

function presentEvent({ id, type, created }: TimelineRow, locale: Locale): TimelineEvent {
  return { stripeId: id, type, typeDescription: describeEvent(type, locale), created: created.toISOString() };
}

/** The title in the user's language. An unknown type shows Stripe's own name. */
export function describeEvent(type: string, locale: Locale): string {
  const key = `timeline.${type}`;
  if (hasMessage(key)) return translate(locale, key);
  const words = type.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
