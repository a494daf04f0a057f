import { Suspense } from 'react';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { useStore } from '../../../lib/use-store.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { ordererRequest } from '../orderer.ts';

/** Lazy, because only operators who act as a user are asked. */
const OrdererDialog = lazyPartWith(['purchase'], () =>
  import('./orderer-dialog.tsx').then((module) => module.OrdererDialog),
);

/** Asks an operator who ordered the purchase that waits for it. */
export function OrdererQuestion() {
  const request = useStore(ordererRequest);
  if (!request) return null;
  return (
    <PartBoundary onFailure={() => request.onAnswered(null)}>
      <Suspense fallback={null}>
        <OrdererDialog />
      </Suspense>
    </PartBoundary>
  );
}
