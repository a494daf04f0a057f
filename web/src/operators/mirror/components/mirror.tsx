import { Trans } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useBeginRepair, useMirrorStatus } from '../api/mirror-status.ts';
import { type MirrorSearch, unsorted } from '../search.ts';
import { DeadEventsCard } from './dead-events-card.tsx';
import { FillingCard } from './filling-card.tsx';
import { MirrorFacts, MirrorFactsSkeleton } from './mirror-facts.tsx';
import { RepairsCard } from './repairs-card.tsx';

interface StripeMirrorProps {
  title: ReactNode;
  search: MirrorSearch;
  onSearchChange: (change: MirrorSearch) => void;
}

/** How up to date the copy of the Stripe account is, for operators. */
export function Mirror({ title, search, onSearchChange }: StripeMirrorProps) {
  const query = useMirrorStatus();
  const repair = useBeginRepair();
  const status = query.data;
  const isRunning = status?.repair?.state === 'running' || status?.backfill?.state === 'running';
  return (
    <>
      <PageHeader
        title={title}
        description={
          <Trans>
            The portal keeps a copy of the Stripe account, so that no screen has to wait for Stripe. This page shows
            whether the copy keeps up.
          </Trans>
        }
        actions={
          <Button
            variant="primary"
            disabled={isRunning || !status}
            pending={repair.isPending}
            onClick={() => repair.mutate()}
          >
            <RefreshCw aria-hidden="true" />
            <Trans>Repair now</Trans>
          </Button>
        }
      />
      {query.error && !status ? (
        <Card>
          <ErrorState
            error={query.error}
            title={<Trans>The state of the mirror could not be loaded</Trans>}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        </Card>
      ) : (
        <div className="flex flex-col gap-5">
          {status ? <MirrorFacts status={status} /> : <MirrorFactsSkeleton />}
          {status?.backfill?.state !== 'done' && status && <FillingCard run={status.backfill} />}
          <DeadEventsCard
            dead={status?.dead ?? 0}
            search={unsorted(search.events, search.eventsSize)}
            onSearchChange={(change) => onSearchChange(named(change, 'events', 'eventsSize'))}
          />
          <RepairsCard
            newest={status?.repair ?? null}
            search={unsorted(search.repairs, search.repairsSize)}
            onSearchChange={(change) => onSearchChange(named(change, 'repairs', 'repairsSize'))}
          />
          {status?.backfill?.state === 'done' && <FillingCard run={status.backfill} />}
        </div>
      )}
    </>
  );
}

function named(
  { page, pageSize }: Partial<ListSearch>,
  pageName: 'events' | 'repairs',
  sizeName: 'eventsSize' | 'repairsSize',
): MirrorSearch {
  return { ...(page !== undefined && { [pageName]: page }), ...(pageSize !== undefined && { [sizeName]: pageSize }) };
}
