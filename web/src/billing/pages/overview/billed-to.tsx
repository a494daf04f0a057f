import { Trans } from '@lingui/react/macro';
import { addressLines } from '../../../lib/address-lines.ts';
import { useLocale } from '../../../lib/locale.ts';
import { useRecipients } from '../../../notices/billing-recipients/billing-recipients.api.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useBillingDetails } from '../../billing-details/billing-details.api.ts';
import { RailCard } from './rail-card.tsx';

/** The addressee of the invoices, without the address on phones, and the recipients by mail. */
export function BilledTo() {
  const locale = useLocale();
  const { data, error, isFetching, refetch } = useBillingDetails();
  const lines = data?.address ? addressLines(data.address, locale) : [];
  return (
    <RailCard
      title={<Trans>Billed to</Trans>}
      action={
        <TextLink to="/Billing/Details">
          <Trans>Edit</Trans>
          <span className="sr-only">
            {' '}
            <Trans>billing details</Trans>
          </span>
        </TextLink>
      }
    >
      {error && !data ? (
        <ErrorState
          className="py-2"
          error={error}
          title={<Trans>The billing details could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : data ? (
        <address className="not-italic wrap-anywhere">
          <span className="block font-medium">{data.companyName}</span>
          {lines.map((line) => (
            <span key={line} className="block text-muted max-sm:hidden">
              {line}
            </span>
          ))}
        </address>
      ) : (
        <div aria-hidden="true" className="flex h-21 flex-col justify-around max-sm:h-5">
          <Skeleton className="w-32" />
          <Skeleton className="w-44 max-sm:hidden" />
        </div>
      )}
      <MailedTo billingEmail={data?.email} />
    </RailCard>
  );
}

function MailedTo({ billingEmail }: { billingEmail: string | undefined }) {
  const { data } = useRecipients();
  const others = data?.items.filter(({ state }) => state === 'confirmed').map(({ email }) => email) ?? [];
  const emails = [...new Set([billingEmail, ...others].filter(Boolean))];
  if (billingEmail !== undefined && emails.length === 0) return null;
  return (
    <div className="mt-3 border-t border-line pt-3 max-sm:mt-0 max-sm:border-t-0 max-sm:pt-0.5">
      <p className="text-sm text-muted">
        <Trans>Invoices are emailed to</Trans>
      </p>
      <p className="mt-0.5 flex min-h-5 flex-col wrap-anywhere max-sm:block">
        {billingEmail === undefined && <Skeleton className="w-40" />}
        {emails.map((email, index) => (
          <span key={email}>
            {email}
            {index < emails.length - 1 && <span className="sm:hidden">, </span>}
          </span>
        ))}
      </p>
    </div>
  );
}
