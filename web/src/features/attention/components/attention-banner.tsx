import { Plural, Trans } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useAttention } from '../api/list-attention.ts';
import { totalsOf, type Unpaid, unpaidIn } from '../model/attention.ts';
import { EndingAlerts } from './ending-alerts.tsx';
import { MissingCardAlerts } from './missing-card-alerts.tsx';
import { PayInvoiceButton } from './pay-invoice-button.tsx';
import { WhyUnpaid } from './why-unpaid.tsx';

interface AttentionBannerProps {
  /** Tells of this product alone. */
  productId?: string;
  className?: string;
}

/**
 * What is owed, with card, deadline and the way to pay it (UI-40), and what no card pays for. Nothing where there is neither, and for those who may
 * not see billing.
 */
export function AttentionBanner({ productId, className }: AttentionBannerProps) {
  const { data } = useAttention();
  const unpaid = unpaidIn(data?.items ?? [], productId);
  return (
    <>
      {unpaid.length > 0 && <UnpaidAlert unpaid={unpaid} className={className ?? ''} />}
      <MissingCardAlerts productId={productId} className={className} />
      <EndingAlerts productId={productId} className={className} />
    </>
  );
}

function UnpaidAlert({ unpaid, className }: { unpaid: readonly Unpaid[]; className: string }) {
  const { money } = useFormat();
  const list = new Intl.ListFormat(intlLocales[useLocale()]);
  const amount = list.format(totalsOf(unpaid).map((total) => money(total.amount, total.currency)));
  const [only] = unpaid.length === 1 ? unpaid : [];
  const product = only?.subscription?.productName;
  const count = unpaid.length;
  return (
    <Alert
      tone="bad"
      className={className}
      actions={
        only && (
          <PayInvoiceButton unpaid={only} variant="danger" size="sm">
            <Trans>Pay now</Trans>
          </PayInvoiceButton>
        )
      }
    >
      <strong className="font-semibold">
        {product ? (
          <Trans>
            {amount} is unpaid for {product}.
          </Trans>
        ) : (
          <Trans>{amount} is unpaid.</Trans>
        )}
      </strong>{' '}
      {only ? (
        <WhyUnpaid item={only} />
      ) : (
        <>
          <Plural value={count} one="It is # invoice." other="They are # invoices." />
          <UnpaidList unpaid={unpaid} />
        </>
      )}
    </Alert>
  );
}

/** Each unpaid invoice with its way to pay; what is to be paid first has the strong button. */
function UnpaidList({ unpaid }: { unpaid: readonly Unpaid[] }) {
  const { money } = useFormat();
  return (
    <ul className="mt-2 flex flex-col gap-2">
      {unpaid.map((item, index) => {
        const amount = money(item.amount, item.currency);
        const product = item.subscription?.productName;
        return (
          <li
            key={item.invoiceId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-bad/20 pt-2"
          >
            <span className="min-w-0 flex-1 basis-64">
              <span className="font-medium">
                {product ? (
                  <Trans>
                    {amount} is unpaid for {product}.
                  </Trans>
                ) : (
                  <Trans>{amount} is unpaid.</Trans>
                )}
              </span>{' '}
              <WhyUnpaid item={item} />
            </span>
            <PayInvoiceButton unpaid={item} variant={index === 0 ? 'danger' : 'secondary'} size="sm">
              <Trans>Pay {amount}</Trans>
            </PayInvoiceButton>
          </li>
        );
      })}
    </ul>
  );
}
