import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Plus, Star } from 'lucide-react';
import { useMemo } from 'react';
import { listLastOpened } from '../../app/operators/last-opened.ts';
import { paths } from '../../app/paths.ts';
import { can } from '../../lib/permissions.ts';
import { LatePaymentsCard } from '../../notices/late-payments/components/late-payments-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useCockpit } from '../cockpit/cockpit.api.ts';
import { CancellationsCard } from '../cockpit/components/cancellations-card.tsx';
import { FailedPaymentsCard } from '../cockpit/components/failed-payments-card.tsx';
import { MoneyCard } from '../cockpit/components/money-card.tsx';
import { NeedsCard } from '../cockpit/components/needs-card.tsx';
import { RenewalsCard } from '../cockpit/components/renewals-card.tsx';
import { HealthStrip } from '../health/components/health-strip.tsx';
import { LateSearchBox } from '../operator-search/components/search-box-late.tsx';

/** The operators' home: search first. */
export function CockpitPage() {
  return (
    <>
      <PageHeader
        tags={
          <Badge tone="accent">
            <Star aria-hidden="true" />
            <Trans>Operator</Trans>
          </Badge>
        }
      />
      <div className="flex flex-col gap-4">
        <div>
          <PartBoundary onFailure={() => {}}>
            <LateSearchBox />
          </PartBoundary>
          <LastOpened />
        </div>
        <HealthStrip />
        <Figures />
        {can('operator.manageCatalog') && <AddProductTile />}
      </div>
    </>
  );
}

function Figures() {
  const query = useCockpit();
  return (
    <QueryView query={query} missing={<Trans>This was not found</Trans>} skeletonClassName="h-96">
      {({ money, needs, failedPayments, renewals, cancellations }) => (
        <>
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_376px]">
            <MoneyCard money={money} />
            <NeedsCard needs={needs} />
          </div>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-4">
              <LatePaymentsCard />
              <FailedPaymentsCard payments={failedPayments} />
              <CancellationsCard cancellations={cancellations} />
            </div>
            <RenewalsCard renewals={renewals} money={money} />
          </div>
        </>
      )}
    </QueryView>
  );
}

/** The tile that adds a product to the catalog (CAT-51). */
function AddProductTile() {
  return (
    <Link
      to={paths.newCatalogEntry}
      params={{ list: 'products' }}
      className="flex min-h-14 items-center justify-center gap-2 rounded-card border border-dashed border-line-strong px-5 font-medium text-muted transition-colors hover:border-accent hover:text-accent-text"
    >
      <Plus aria-hidden="true" className="size-4" />
      <Trans>Add a product</Trans>
    </Link>
  );
}

/** The accounts that this operator looked at last in this browser. */
function LastOpened() {
  const opened = useMemo(listLastOpened, []);
  if (opened.length === 0) return null;
  return (
    <p className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 px-0.5 text-sm">
      <span className="text-muted">
        <Trans>Last opened</Trans>
      </span>
      {opened.map(({ id, name }) => (
        <TextLink key={id} to="/Operator/Accounts/$id" params={{ id: String(id) }} className="text-ink">
          {name}
        </TextLink>
      ))}
    </p>
  );
}
