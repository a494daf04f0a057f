import type { Locale, TimelineEvent } from '@portico/contract';
import type { Database } from '../../core/db/database.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { hasMessage, translate } from '../../core/messages/index.ts';
import { listEventsAbout, type TimelineRow } from '../../core/stripe/index.ts';

/** A timeline spans up to 30 days (INV-11). */
const spanDays = 30;

export interface TimelineOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
}

/**
 * The stored events about an object and its related objects.
 * @param objectIds the caller has checked that they belong to one account
 */
export async function listTimeline(
  { database, locale }: { readonly database: Database; readonly locale: Locale },
  objectIds: readonly string[],
  options: TimelineOptions,
) {
  const { items, total } = await listEventsAbout(database.query, objectIds, spanDays, options);
  return listAnswer(
    items.map((row) => presentEvent(row, locale)),
    total,
    options,
  );
}

function presentEvent({ id, type, created }: TimelineRow, locale: Locale): TimelineEvent {
  return { stripeId: id, type, typeDescription: describeEvent(type, locale), created: created.toISOString() };
}

/** The title in the user's language; for an unknown type, Stripe's own name (INV-14). */
export function describeEvent(type: string, locale: Locale): string {
  const key = `timeline.${type}`;
  if (hasMessage(key)) return translate(locale, key);
  const words = type.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
