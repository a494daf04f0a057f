import { useState } from 'react';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { paymentRequest } from '../../../lib/payment-request.ts';
import { useStore } from '../../../lib/use-store.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const PayInvoice = lazyPartWith(['pay'], () => import('./pay-invoice.tsx').then((module) => module.PayInvoice));

/** Opens the payment of an invoice, whenever something of the page asks for it (INV-26). */
export function Payment() {
  const invoiceId = useStore(paymentRequest);
  const [attempt, setAttempt] = useState(0);
  if (invoiceId === null) return null;
  const close = () => paymentRequest.set(null);
  const giveUp = () => {
    setAttempt(attempt + 1);
    close();
  };
  return (
    <PartBoundary key={attempt} onFailure={giveUp}>
      <PayInvoice key={invoiceId} invoiceId={invoiceId} onClose={close} />
    </PartBoundary>
  );
}
