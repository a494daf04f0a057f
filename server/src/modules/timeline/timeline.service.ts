import type { Locale, ParsedRequestOf, payments, ResponseOf } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { listAnswer } from '../../http/list-answer.ts';
import { hasMessage, translate } from '../../messages/index.ts';
import { createTimelineQueries } from './timeline.queries.ts';

/** 'Billing timeline spans up to 30 days' (spec 1 §9). */
const spanDays = 30;

export type TimelineOptions = ParsedRequestOf<typeof payments.listEvents>['query'];

/** What happened to objects at Stripe, from the events that the portal was told. */
export interface Timeline {
  /** @param objectIds an object and its relatives, all of one account: the caller has looked. */
  list(
    objectIds: readonly string[],
    options: TimelineOptions,
    locale: Locale,
  ): Promise<ResponseOf<typeof payments.listEvents>>;
}

export function createTimeline(database: Database): Timeline {
  const queries = createTimelineQueries(database);
  return {
    async list(objectIds, options, locale) {
      const { items, total } = await queries.list(objectIds, spanDays, options);
      return listAnswer(
        items.map(({ id, type, created }) => ({
          stripeId: id,
          type,
          typeDescription: describeEvent(type, locale),
          created: created.toISOString(),
        })),
        total,
        options,
      );
    },
  };
}

/** In the reader's language. A type that came later is said in Stripe's own words. */
export function describeEvent(type: string, locale: Locale): string {
  const key = `timeline.${type}`;
  if (hasMessage(key)) return translate(locale, key);
  const words = type.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
