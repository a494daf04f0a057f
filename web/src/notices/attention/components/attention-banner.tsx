import { Plural, Trans } from '@lingui/react/macro';
import { isDueLater } from '../../../lib/due.ts';
import { useFormat } from '../../../lib/format.ts';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useAttention } from '../attention.api.ts';
import { sumByCurrency, type Unpaid, unpaidIn } from '../model/attention.ts';
import { EndingAlerts } from './ending-alerts.tsx';
import { MissingCardAlerts } from './missing-card-alerts.tsx';
import { OwedWords } from './owed-words.tsx';
import { PayInvoiceButton } from './pay-invoice-button.tsx';
import { WhyUnpaid } from './why-unpaid.tsx';

interface AttentionBannerProps {
  /** Limits the banner to one product. */
  productId?: string;
  className?: string;
}

/**
 * Unpaid invoices with card, deadline and payment button (UI-40), and subscriptions without a card. Renders nothing
 * if there is neither, or if the user may not see billing.
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
  const [only] = unpaid.length === 1 ? unpaid : [];
  const isDue = unpaid.every((item) => isDueLater(item));
  return (
    <Alert
      tone={isDue ? 'info' : 'bad'}
      className={className}
      actions={
        only && (
          <PayInvoiceButton unpaid={only} variant={isDue ? 'secondary' : 'danger'} size="sm">
            <Trans>Pay now</Trans>
          </PayInvoiceButton>
        )
      }
    >
      {only ? <OwedAndWhy item={only} isStrong /> : <Several unpaid={unpaid} isDue={isDue} />}
    </Alert>
  );
}

/** The unpaid amount, and why it is unpaid. */
function OwedAndWhy({ item, isStrong = false }: { item: Unpaid; isStrong?: boolean }) {
  return (
    <>
      <strong className={isStrong ? 'font-semibold' : 'font-medium'}>
        <OwedWords item={item} />.
      </strong>{' '}
      <WhyUnpaid item={item} />
    </>
  );
}

/** The total, and each invoice with its payment button; the most urgent one has the primary button. */
function Several({ unpaid, isDue }: { unpaid: readonly Unpaid[]; isDue: boolean }) {
  const { money } = useFormat();
  const list = new Intl.ListFormat(intlLocales[useLocale()]);
  const amount = list.format(sumByCurrency(unpaid).map((total) => money(total.amount, total.currency)));
  const count = unpaid.length;
  return (
    <>
      <strong className="font-semibold">
        {isDue ? <Trans>You have {amount} to pay.</Trans> : <Trans>{amount} is past due.</Trans>}
      </strong>{' '}
      <Plural value={count} one="It is # invoice." other="They are # invoices." />
      <ul className="mt-2 flex flex-col gap-2">
        {unpaid.map((item, index) => {
          const remaining = money(item.amount, item.currency);
          return (
            <li
              key={item.invoiceId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-current/20 pt-2"
            >
              <span className="min-w-0 flex-1 basis-64">
                <OwedAndWhy item={item} />
              </span>
              <PayInvoiceButton unpaid={item} variant={index === 0 && !isDue ? 'danger' : 'secondary'} size="sm">
                <Trans>Pay {remaining}</Trans>
              </PayInvoiceButton>
            </li>
          );
        })}
      </ul>
    </>
  );
}
