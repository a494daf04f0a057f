import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { MirrorStatus } from '../api/mirror-status.ts';

/** Seconds after which waiting events, or silence from Stripe, need attention. Stripe is polled every five minutes. */
const slow = 300;
const silent = 900;

/** Four facts that show whether the mirror is up to date. */
export function MirrorFacts({ status }: { status: MirrorStatus }) {
  const span = useSpan();
  const { lastEvent, waiting, lagSeconds, dead, polledAt, found, pollError } = status;
  const lag = span(lagSeconds);
  return (
    <div className="flex flex-col gap-3">
      <dl className={gridClasses}>
        <LastEvent event={lastEvent} />
        <Fact label={<Trans>Delay</Trans>}>
          <Value>
            {waiting === 0 ? (
              <State tone="ok">
                <Trans>None</Trans>
              </State>
            ) : (
              <State tone={lagSeconds > slow ? 'bad' : 'accent'}>{lag}</State>
            )}
          </Value>
          <Detail>
            <Plural
              value={waiting}
              _0="No received event is waiting"
              one="# event is waiting"
              other="# events are waiting"
            />
          </Detail>
        </Fact>
        <LastCheck polledAt={polledAt} found={found} />
        <Fact label={<Trans>Failed events</Trans>}>
          <Value>{dead === 0 ? <Trans>None</Trans> : <State tone="bad">{dead}</State>}</Value>
          <Detail>{dead === 0 ? <Trans>No event was given up.</Trans> : <Trans>Retry them below.</Trans>}</Detail>
        </Fact>
      </dl>
      {pollError && (
        <Alert tone="warning">
          <Trans>Events could not be fetched from Stripe: {pollError}</Trans>
        </Alert>
      )}
    </div>
  );
}

function LastEvent({ event }: { event: MirrorStatus['lastEvent'] }) {
  const span = useSpan();
  const received = event && span(secondsSince(event.receivedAt));
  return (
    <Fact label={<Trans>Last event</Trans>}>
      {event ? (
        <>
          <Value>
            <Trans>{received} ago</Trans>
          </Value>
          <Detail>{event.type}</Detail>
        </>
      ) : (
        <>
          <Value>
            <Trans>None yet</Trans>
          </Value>
          <Detail>
            <Trans>Stripe announces each change by webhook.</Trans>
          </Detail>
        </>
      )}
    </Fact>
  );
}

function LastCheck({ polledAt, found }: Pick<MirrorStatus, 'polledAt' | 'found'>) {
  const span = useSpan();
  const isSilent = !polledAt || secondsSince(polledAt) > silent;
  const polled = polledAt && span(secondsSince(polledAt));
  return (
    <Fact label={<Trans>Last check</Trans>}>
      <Value>
        {polled ? isSilent ? <State tone="bad">{polled}</State> : <Trans>{polled} ago</Trans> : <Trans>Not yet</Trans>}
      </Value>
      <Detail>
        {polledAt ? (
          <Plural
            value={found}
            _0="It found no lost webhook"
            one="# event came without a webhook"
            other="# events came without a webhook"
          />
        ) : (
          <Trans>The first check runs within five minutes.</Trans>
        )}
      </Detail>
    </Fact>
  );
}

const gridClasses = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-4';

export function MirrorFactsSkeleton() {
  return (
    <div aria-busy="true" className={gridClasses}>
      {[0, 1, 2, 3].map((fact) => (
        <Card key={fact} className="px-4 py-3.5">
          <Skeleton className="h-[19.5px] w-24" />
          <Skeleton className="mt-1.5 h-7 w-20" />
          <Skeleton className="mt-1.5 h-[19.5px] w-36" />
        </Card>
      ))}
    </div>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Card className="px-4 py-3.5">
      <dt className="text-sm text-muted">{label}</dt>
      {children}
    </Card>
  );
}

function Value({ children }: { children: ReactNode }) {
  return <dd className="mt-1.5 flex h-7 items-center text-lg font-semibold tabular-nums tracking-tight">{children}</dd>;
}

function Detail({ children }: { children: ReactNode }) {
  return <dd className="mt-1.5 truncate text-sm text-muted">{children}</dd>;
}

function State({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <Badge tone={tone} className="tracking-normal">
      {children}
    </Badge>
  );
}

/** Formats seconds in a suitable unit. */
function useSpan(): (seconds: number) => string {
  const { t } = useLingui();
  return (seconds) => {
    const [second, minute, hour, day] = [1, 60, 3_600, 86_400].map((unit) => Math.max(0, Math.round(seconds / unit)));
    if (seconds < 120) return t({ message: `${second} s`, comment: 'A span of time in seconds' });
    if (seconds < 7_200) return t({ message: `${minute} min`, comment: 'A span of time in minutes' });
    if (seconds < 172_800) return t({ message: `${hour} h`, comment: 'A span of time in hours' });
    return t({ message: `${day} d`, comment: 'A span of time in days' });
  };
}

/** Seconds since a time. */
function secondsSince(moment: string): number {
  return Math.max(0, (Date.now() - Date.parse(moment)) / 1000);
}
