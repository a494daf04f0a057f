import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';

const LazyTabs = lazyPart(() => import('./product-tabs.tsx').then((module) => module.ProductTabs));

/** The tabs of a product's page. Their height is reserved while they load. */
export function ProductTabs(props: ComponentProps<typeof LazyTabs>) {
  // Other users have the overview only.
  if (!can('licenses.view') && !can('subscriptions.view')) return null;
  return (
    <Suspense fallback={<div className="mb-6 h-[45px] border-b border-line" />}>
      <LazyTabs {...props} />
    </Suspense>
  );
}
