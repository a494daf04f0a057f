import { Plural, Trans } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { useAttention } from '../api/list-attention.ts';
import { totalsOf, type Unpaid, unpaidIn } from '../model/attention.ts';
import { MissingCardAlerts } from './missing-card-alerts.tsx';
import { PayLink } from './pay-link.tsx';

interface AttentionBannerProps {
  /** Tells of this product alone. */
  productId?: string;
  className?: string;
}

/**
 * '$47.93 is unpaid. Pay now': what is owed, with the way to pay it (UI-40), and what no card pays for. Nothing where there is neither, and for
 * those who may not see billing.
 */
export function AttentionBanner({ productId, className }: AttentionBannerProps) {
  const { data } = useAttention();
  const unpaid = unpaidIn(data?.items ?? [], productId);
  return (
    <>
      {unpaid.length > 0 && <UnpaidAlert unpaid={unpaid} className={className ?? ''} />}
      <MissingCardAlerts productId={productId} className={className} />
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
        only ? (
          <PayLink unpaid={only} variant="danger" size="sm">
            <Trans>Pay now</Trans>
          </PayLink>
        ) : (
          <ButtonLink to="/Billing/Invoices" size="sm" variant="danger">
            <Trans>See unpaid invoices</Trans>
          </ButtonLink>
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
      {count > 1 && <Plural value={count} one="It is # invoice." other="They are # invoices." />}
      {only?.subscription?.hasEnded && <Trans>The subscription ended because it was not paid.</Trans>}
      {!can('invoices.pay') && (
        <>
          {' '}
          <Trans>The owner and the admins of your account can pay it.</Trans>
        </>
      )}
    </Alert>
  );
}
