import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TimelineEvent } from '@portico/contract';
import { useState } from 'react';
import { useFormat } from '../lib/format.ts';
import { Button } from './button.tsx';
import { Card, CardHeader } from './card.tsx';
import { ErrorState } from './error-state.tsx';
import { SkeletonText } from './skeleton.tsx';
import { Timeline } from './timeline.tsx';

interface EventTimelineProps {
  query: {
    data: { items: readonly TimelineEvent[] } | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Groups of event types; of each group, the newest event is shown before all are requested. */
  main: readonly (readonly string[])[];
}

/** The events of an invoice or payment, newest first: the main ones, and all of them on request (INV-11, INV-33). */
export function EventTimeline({ query: { data, error, isFetching, refetch }, main }: EventTimelineProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  const events = data?.items ?? [];
  const newest = main.map((types) => events.find(({ type }) => types.includes(type)));
  const isMain = (event: TimelineEvent) => newest.includes(event);
  const shown = isWhole || !events.some(isMain) ? events : events.filter(isMain);
  return (
    <Card>
      <CardHeader className="px-4 sm:px-6" title={<Trans>Timeline</Trans>} description={<Trans>Up to 30 days</Trans>} />
      <div className="border-t border-line px-4 py-5 sm:px-6">
        {shown.length > 0 && (
          <Timeline
            label={t`Timeline`}
            isVertical
            today=""
            moments={shown.map(({ stripeId, created, typeDescription }) => ({
              key: stripeId,
              at: created,
              day: date(created, 'exact'),
              title: typeDescription,
              isAhead: false,
            }))}
          />
        )}
        {data && events.length === 0 && (
          <p className="text-muted">
            <Trans>Nothing happened in the latest 30 days.</Trans>
          </p>
        )}
        {(isWhole || shown.length < events.length) && (
          <Button
            variant="quiet"
            size="sm"
            className="mt-3 -ml-3"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? (
              <Trans>Show less</Trans>
            ) : (
              <Plural value={events.length} one="Show # event" other="Show all # events" />
            )}
          </Button>
        )}
        {!data && !error && <SkeletonText lines={4} />}
        {error && !data && (
          <ErrorState
            className="py-2"
            error={error}
            title={<Trans>The timeline could not be loaded</Trans>}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
      </div>
    </Card>
  );
}
