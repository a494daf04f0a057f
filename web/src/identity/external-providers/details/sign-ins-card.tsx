import { useLingui as useCatalog } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider, SsoSignIn } from '@portico/contract';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSignIns } from '../external-providers.api.ts';
import { failureTitles } from './failure-titles.ts';

/** Number of sign-ins shown until the user asks for all. */
const shownAtFirst = 5;

/** The last 100 sign-ins with the provider, with the reasons of failed ones. */
export function SignInsCard({ provider: { id } }: { provider: ExternalProvider }) {
  const { data, error, isFetching, refetch } = useSignIns(id);
  const [showsAll, setShowsAll] = useState(false);
  const items = data?.items ?? [];
  const rest = items.length - shownAtFirst;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={<Trans>Sign-ins</Trans>}
        description={<Trans>The last 100 with this provider, and why some failed</Trans>}
        className="sm:px-6"
        action={
          data && (
            <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
              <Trans>Refresh</Trans>
            </Button>
          )
        }
      />
      {data && items.length === 0 && (
        <p className="border-t border-line px-5 py-4 text-sm text-muted sm:px-6">
          <Trans>Nobody has signed in with this provider yet. Tests are not listed here.</Trans>
        </p>
      )}
      {items.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {(showsAll ? items : items.slice(0, shownAtFirst)).map((entry) => (
            <SignIn key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {rest > 0 && !showsAll && (
        <div className="border-t border-line px-5 py-3 sm:px-6">
          <Button size="sm" variant="quiet" onClick={() => setShowsAll(true)}>
            <Trans>Show {rest} more</Trans>
          </Button>
        </div>
      )}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && (
        <div className="border-t border-line px-5 py-4 sm:px-6">
          <Skeleton className="h-16" />
        </div>
      )}
    </Card>
  );
}

function SignIn({ entry }: { entry: SsoSignIn }) {
  const { at, email, outcome, failure, providerSays, areGroupsLeftOut, address } = entry;
  const { i18n } = useCatalog();
  const { t } = useLingui();
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere">
          <span className="font-medium">{email ?? t`Somebody unknown`}</span>{' '}
          {address && <span className="text-sm text-muted">{address}</span>}
        </p>
        {failure && <p className="text-sm text-bad first-letter:uppercase">{i18n._(failureTitles[failure])}</p>}
        {areGroupsLeftOut && (
          <p className="text-sm text-muted">
            <Trans>Groups were left out. Role and products stayed as they were.</Trans>
          </p>
        )}
        {providerSays && (
          <p className="text-sm text-muted wrap-anywhere">
            {providerSays.code && <code className="font-mono">{providerSays.code}</code>} {providerSays.text}
          </p>
        )}
      </div>
      <div className="flex items-center gap-3 text-sm">
        <OutcomeTag outcome={outcome} />
        <Moment at={at} />
      </div>
    </li>
  );
}

function OutcomeTag({ outcome }: { outcome: SsoSignIn['outcome'] }) {
  if (outcome === 'signedIn')
    return (
      <Badge tone="ok">
        <Trans>Signed in</Trans>
      </Badge>
    );
  if (outcome === 'created')
    return (
      <Badge tone="accent">
        <Trans>User created</Trans>
      </Badge>
    );
  return (
    <Badge tone="bad">
      <Trans>Refused</Trans>
    </Badge>
  );
}
