import { Trans } from '@lingui/react/macro';
import type { Application, Subscription } from '@portico/contract';
import { NextStepText, StatusTags } from '../../../billing/subscriptions/components/subscription-text.tsx';
import { can } from '../../../lib/permissions.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { useUnits } from '../../../lib/units.ts';
import { ButtonLink } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ProductLogo } from '../../../ui/product-logo.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TileButton } from '../../components/tile-buttons.tsx';
import { tileActions } from '../../model/tile-actions.ts';

interface ProductHeadProps {
  /** Undefined until it is known. */
  product: Application | undefined;
  title: string;
  /** The account's live subscription. */
  subscription: Subscription | undefined;
  isReady: boolean;
}

/** The product with its status and a button to open it; with a description if the account does not have it. */
export function ProductHead({ product, title, subscription, isReady }: ProductHeadProps) {
  const open = product?.holding && tileActions(product, preloaded()).find(({ kind }) => kind === 'open');
  return (
    <div className="flex items-start gap-4">
      {product && <ProductLogo name={product.displayName} logo64={product.logo64} isMuted={product.isDisabled} />}
      <div className="min-w-0 flex-1">
        <PageHeader
          title={title}
          tags={subscription && <StatusTags subscription={subscription} />}
          description={
            !isReady ? (
              <Skeleton className="mt-1.5 w-96 max-w-full" />
            ) : subscription ? (
              <Holding subscription={subscription} />
            ) : (
              product?.description
            )
          }
          actions={
            <>
              {open && (
                <TileButton
                  product={product}
                  action={open}
                  // The page's only filled button, unless something is unpaid.
                  variant={subscription?.status === 3 ? 'secondary' : 'primary'}
                  isUnsettled={false}
                  licenseId={undefined}
                />
              )}
              {can('operator.catalog') && product && (
                <ButtonLink to="/Products/$id/Plans" params={{ id: product.id }}>
                  <Trans>Manage plans</Trans>
                </ButtonLink>
              )}
            </>
          }
        />
      </div>
    </div>
  );
}

function Holding({ subscription }: { subscription: Subscription }) {
  const { count } = useUnits();
  const { subscriptionPlanName, unit, quantity } = subscription;
  return (
    <>
      {subscriptionPlanName} · {count(unit, quantity)} · <NextStepText subscription={subscription} />
    </>
  );
}
