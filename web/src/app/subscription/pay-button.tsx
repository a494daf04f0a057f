import { Trans, useLingui } from '@lingui/react/macro';
import type { UnpaidInvoice } from '@portico/contract';
import { usePayInvoice } from '../../features/invoices/api/pay-invoice.ts';
import { can } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { ExternalLink } from '../../ui/link.tsx';

/** Pays what is owed: on the payment provider's page where there is one, else by the card that it falls to. Nothing for who may not pay. */
export function PayButton({ unpaid, className }: { unpaid: UnpaidInvoice; className: string }) {
  const { t } = useLingui();
  const pay = usePayInvoice();
  if (!can('invoices.pay')) return null;
  if (unpaid.hostedInvoiceUrl) {
    return (
      <ExternalLink plain href={unpaid.hostedInvoiceUrl} className={className} title={t`Opens in a new tab`}>
        <Trans>Pay now</Trans>
      </ExternalLink>
    );
  }
  return (
    <Button size="sm" variant="danger" pending={pay.isPending} onClick={() => pay.mutate(unpaid.invoiceId)}>
      <Trans>Pay now</Trans>
    </Button>
  );
}
