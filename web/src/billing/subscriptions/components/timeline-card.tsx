import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SubscriptionEvent } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { shownEvents } from '../subscription-money.ts';

const eventsQuery = (id: number, locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'events', id, locale],
    queryFn: ({ signal }) => api('GET /api/Subscription/{id}/Events', { params: { id }, signal }),
  });

/** Past and known future events of a subscription, oldest first. */
function useSubscriptionEvents(id: number) {
  return useQuery(eventsQuery(id, useLocale()));
}

interface TimelineCardProps {
  subscriptionId: number;
  currency: string;
}

/** The past and future events of a subscription. */
export function TimelineCard({ subscriptionId, currency }: TimelineCardProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const query = useSubscriptionEvents(subscriptionId);
  const [isWhole, setIsWhole] = useState(false);
  const eventTitle = useEventTitle();
  const eventDetail = useEventDetail(currency);
  const events = query.data?.items ?? [];
  const { shown, hidden } = isWhole ? { shown: events, hidden: 0 } : shownEvents(events);
  const day = date(new Date(), 'monthDay');
  return (
    <Card>
      <div className="flex items-center justify-between gap-4 px-4 pt-4 sm:px-6 lg:sr-only">
        <h2 className="text-lg font-semibold tracking-tight">
          <Trans>Timeline</Trans>
        </h2>
      </div>
      <div className="px-4 py-5 sm:px-6">
        {query.data ? (
          <Timeline
            label={t`Timeline`}
            isVertical={isWhole}
            today={t`Today, ${day}`}
            moments={shown.map((event, index) => ({
              key: `${event.kind} ${event.at} ${index}`,
              at: event.at,
              day: date(event.at),
              exact: date(event.at, 'exact'),
              title: eventTitle(event),
              detail: eventDetail(event),
              isAhead: event.isAhead,
            }))}
          />
        ) : query.error ? (
          <ErrorState
            className="py-2"
            error={query.error}
            title={<Trans>The timeline could not be loaded</Trans>}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <TimelineSkeleton />
        )}
        {(hidden > 0 || (isWhole && events.length > 0)) && (
          <WholeToggle isWhole={isWhole} events={events} onToggle={() => setIsWhole(!isWhole)} />
        )}
      </div>
    </Card>
  );
}

interface WholeToggleProps {
  isWhole: boolean;
  events: readonly SubscriptionEvent[];
  onToggle: () => void;
}

function WholeToggle({ isWhole, events, onToggle }: WholeToggleProps) {
  return (
    <Button variant="quiet" size="sm" className="mt-3 -ml-3" aria-expanded={isWhole} onClick={onToggle}>
      {isWhole ? (
        <Trans>Show less</Trans>
      ) : (
        <Plural value={events.length} one="Show # event" other="Show all # events" />
      )}
    </Button>
  );
}

/** The title of an event, in past or future tense. */
function useEventTitle(): (event: Pick<SubscriptionEvent, 'kind' | 'isAhead'>) => string {
  const { t } = useLingui();
  return ({ kind, isAhead }) => {
    switch (kind) {
      case 'started':
        return isAhead ? t({ message: 'Starts', context: 'timeline' }) : t({ message: 'Started', context: 'timeline' });
      case 'trialStarted':
        return t`Trial started`;
      case 'planChanged':
        return isAhead ? t`Plan changes` : t`Plan changed`;
      case 'quantityChanged':
        return isAhead ? t`Quantity changes` : t`Quantity changed`;
      case 'intervalChanged':
        return isAhead ? t`Billing period changes` : t`Billing period changed`;
      case 'addonAdded':
        return isAhead ? t`Add-on begins` : t`Add-on added`;
      case 'addonRemoved':
        return isAhead ? t`Add-on ends` : t`Add-on removed`;
      case 'discountStarted':
        return t`Discount`;
      case 'discountEnds':
        return isAhead ? t`Discount ends` : t`Discount ended`;
      case 'canceled':
        return t({ message: 'Canceled', context: 'timeline' });
      case 'restored':
        return t({ message: 'Restored', context: 'timeline' });
      case 'paymentFailed':
        return t`Payment failed`;
      case 'paid':
        return t({ message: 'Paid', context: 'timeline' });
      case 'trialEnds':
        return isAhead ? t`Trial ends` : t`Trial ended`;
      case 'renews':
        return isAhead ? t({ message: 'Renews', context: 'timeline' }) : t({ message: 'Renewed', context: 'timeline' });
      case 'ends':
        return t({ message: 'Ends', context: 'timeline' });
      case 'ended':
        return t({ message: 'Ended', context: 'timeline' });
    }
  };
}

/** The event's detail, and its amount: due if it is in the future, otherwise what it was. */
function useEventDetail(currency: string): (event: SubscriptionEvent) => string | null {
  const { t } = useLingui();
  const { money } = useFormat();
  return ({ kind, detail, amount, isAhead }) => {
    if (amount === null) return detail;
    const price = money(amount, currency);
    const words = !isAhead ? price : kind === 'discountEnds' ? t`then ${price}` : t`${price} due`;
    return detail ? `${detail} · ${words}` : words;
  };
}

function TimelineSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4 lg:grid lg:auto-cols-fr lg:grid-flow-col">
      {['first', 'second', 'third', 'fourth'].map((event) => (
        <div key={event} className="flex flex-col gap-2">
          <Skeleton className="hidden h-2.5 lg:block" />
          <Skeleton className="w-20" />
          <Skeleton className="w-28" />
        </div>
      ))}
    </div>
  );
}
