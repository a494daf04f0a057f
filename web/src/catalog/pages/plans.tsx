import { Trans } from '@lingui/react/macro';
import type { SubscriptionPlan } from '@portico/contract';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { useNameProduct, useProductName } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { usePlans } from '../catalog.api.ts';
import { PlanTable } from '../plan-table/plan-table.tsx';
import { RemovePlan } from '../plan-table/remove-plan.tsx';

const PlanDialog = lazyPart(() => import('../plan-table/plan-dialog.tsx').then((module) => module.PlanDialog));

/** The plans of a product as a table, which operators edit (CAT-50). Customers choose plans on the product's page. */
export function PlansPage() {
  const { id } = useParams({ from: '/Products/$id/Plans' });
  const search = useSearch({ from: '/Products/$id/Plans' });
  const navigate = useNavigate({ from: '/Products/$id/Plans' });
  const [edited, setEdited] = useState<SubscriptionPlan | 'new' | null>(null);
  const [removed, setRemoved] = useState<SubscriptionPlan | null>(null);
  const name = useProductName(id);
  useNameProduct(id, usePlans(id).data?.product.displayName);
  return (
    <>
      <PageHeader
        description={
          <>
            {name}{' '}
            <TextLink to={paths.productSubscription} params={{ id }} className="inline-flex items-center gap-1">
              <Trans>Choose a plan</Trans>
              <ArrowRight aria-hidden="true" />
            </TextLink>
          </>
        }
        actions={
          can('operator.manageCatalog') && (
            <Button {...PlanDialog.warmUp} variant="primary" aria-haspopup="dialog" onClick={() => setEdited('new')}>
              <Plus aria-hidden="true" />
              <Trans>Create Plan</Trans>
            </Button>
          )
        }
      />
      <Card className="overflow-hidden">
        <PlanTable
          productId={id}
          search={search}
          onSearchChange={(change) => void navigate({ search: { ...search, ...change } })}
          onEdit={setEdited}
          onDelete={setRemoved}
        />
      </Card>
      <PartBoundary onFailure={() => setEdited(null)}>
        {edited && (
          <PlanDialog productId={id} plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </PartBoundary>
      {removed && <RemovePlan key={removed.id} productId={id} plan={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
