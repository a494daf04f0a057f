import { Trans, useLingui } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paths } from '../../app/paths.ts';
import { useProducts } from '../../catalog/catalog.api.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { notify } from '../../lib/notify.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';

const TrialOffer = lazyPart(() => import('../trial/components/trial-offer.tsx').then((module) => module.TrialOffer));
const TrialForm = lazyPart(() => import('../trial/components/trial-form.tsx').then((module) => module.TrialForm));

/** Whether a trial of the product runs, or may still be started. */
const isTrialPossible = ({ holding, trialDays }: Application) => (holding ? holding.trial : trialDays !== null);

/** Asks for details about an account that starts or has a trial, then continues to billing (TRL-10). */
export function TrialPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  usePreload(TrialForm);
  const { product: wanted = '' } = useSearch({ from: paths.trial });
  const products = useProducts();
  const product = products.data?.items.find(({ id }) => id.toLowerCase() === wanted.toLowerCase());
  const name = product?.displayName;
  return (
    <>
      <PageHeader
        title={name ? <Trans>Your trial of {name}</Trans> : <Trans>Your trial</Trans>}
        description={
          product && isTrialPossible(product) ? (
            <Trans>Four short questions, so that we can help you to get the most out of it.</Trans>
          ) : undefined
        }
      />
      <QueryView query={products} missing={<Trans>There is no such product</Trans>} skeletonClassName="h-96">
        {() =>
          product ? (
            <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
              <div className="flex max-w-2xl flex-col gap-4">
                <TrialOffer product={product} />
                {isTrialPossible(product) && (
                  <TrialForm
                    productId={product.id}
                    onSaved={() => {
                      notify.success(t`Thank you. Your answers are saved.`);
                      void navigate({ to: paths.billing, search: product.holding ? {} : { product: product.id } });
                    }}
                  />
                )}
              </div>
            </Suspense>
          ) : (
            <Card>
              <EmptyState
                title={<Trans>There is no such product</Trans>}
                action={
                  <ButtonLink to="/products">
                    <Trans>See all products</Trans>
                  </ButtonLink>
                }
              />
            </Card>
          )
        }
      </QueryView>
    </>
  );
}
