import { Trans } from '@lingui/react/macro';
import type { LicenseDetails } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { TextLink } from '../../../ui/link.tsx';
import { unlimited } from '../license-rules.ts';
import { SeatsFigure, useLicenseModelText } from './license-text.tsx';

interface LicenseFactsProps {
  license: LicenseDetails;
  /** The id of the line about the license file, which describes the disabled button. */
  fileId: string;
}

/** Expiry, source, releases, and license file. */
export function LicenseFacts({ license, fileId }: LicenseFactsProps) {
  const { date } = useFormat();
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-4 sm:gap-x-8">
      <Fact label={<Trans context="license">Expires</Trans>}>
        <Expiry license={license} />
      </Fact>
      <Fact label={license.subscriptionId === null ? <Trans>Plan</Trans> : <Trans>Subscription</Trans>}>
        <SubscriptionFact license={license} />
      </Fact>
      <Fact label={<Trans>Order</Trans>} note={date(license.orderDate)}>
        <TextLink to={paths.order.replace('$id', String(license.orderId))} className="tabular-nums">
          {license.orderNumber}
        </TextLink>
      </Fact>
      <Fact label={<Trans>Releases</Trans>}>
        <Releases releases={license.releases} />
      </Fact>
      <Fact label={<Trans>License file</Trans>} id={fileId}>
        <LicenseFile license={license} />
      </Fact>
    </dl>
  );
}

interface FactProps {
  label: ReactNode;
  /** Smaller text below. */
  note?: ReactNode;
  id?: string;
  children: ReactNode;
}

function Fact({ label, note, id, children }: FactProps) {
  return (
    <>
      <dt className="text-sm text-muted">{label}</dt>
      <dd id={id} className="min-w-0 font-medium wrap-anywhere [&_.text-muted]:font-normal">
        {children}
        {note && <Note>{note}</Note>}
      </dd>
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="mt-0.5 block text-sm text-muted">{children}</span>;
}

function Expiry({ license: { expirationDate, isExpired, renews, isPaymentDue } }: { license: LicenseDetails }) {
  const { date, distance } = useFormat();
  if (!expirationDate) return <Trans>Never</Trans>;
  const span = distance(expirationDate);
  return (
    <>
      <time dateTime={expirationDate} title={date(expirationDate, 'exact')}>
        {date(expirationDate)}
      </time>
      <Note>
        {isExpired ? (
          span
        ) : renews && !isPaymentDue ? (
          <Trans>{span}, extended by each renewal</Trans>
        ) : isPaymentDue ? (
          <Trans>{span}, unless it is paid</Trans>
        ) : (
          <Trans>{span}, does not renew</Trans>
        )}
      </Note>
    </>
  );
}

function SubscriptionFact({ license }: { license: LicenseDetails }) {
  const modelText = useLicenseModelText();
  const { subscriptionId, planName, products, licenseModel } = license;
  const plan = planName || products[0]?.name;
  return (
    <>
      {subscriptionId !== null && can('subscriptions.view') ? (
        <TextLink to="/Billing/Subscription/$id" params={{ id: String(subscriptionId) }}>
          {plan}
        </TextLink>
      ) : (
        plan
      )}
      <Note>
        {subscriptionId === null ? (
          <Trans>Without a subscription</Trans>
        ) : products.length > 1 ? (
          products.map(({ productId, name, quantity }) => (
            <span key={productId} className="block">
              {name} × <SeatsFigure quantity={quantity} />
            </span>
          ))
        ) : (
          modelText(licenseModel)
        )}
      </Note>
    </>
  );
}

function Releases({ releases: { allowed, left, nextAt } }: Pick<LicenseDetails, 'releases'>) {
  const { date, number } = useFormat();
  // A license with unlimited seats allows more releases than anybody needs.
  const isUnlimited = allowed === unlimited || allowed > 1_000_000;
  const [leftFigure, allowedFigure] = [number(left), number(allowed)];
  const next = nextAt && date(nextAt);
  if (isUnlimited) return <Trans>As many as you like</Trans>;
  return (
    <>
      <span className="tabular-nums">
        <Trans>
          {leftFigure} of {allowedFigure} left
        </Trans>
      </span>
      <Note>
        {next ? <Trans>counted over 30 days, the next is back on {next}</Trans> : <Trans>counted over 30 days</Trans>}
      </Note>
    </>
  );
}

/** The key that signs the file, or the reason why it has no file. */
function LicenseFile({ license }: { license: LicenseDetails }) {
  const { isDownloadAvailable, signingKeyId, status, isExpired } = license;
  if (isDownloadAvailable) {
    return (
      <>
        <Trans>Signed with Ed25519</Trans>
        {signingKeyId && (
          <Note>
            <Trans>Key {signingKeyId}</Trans>
          </Note>
        )}
      </>
    );
  }
  return (
    <>
      <Trans>Not available</Trans>
      <Note>
        {status === 3 ? (
          <Trans>A canceled license has no file.</Trans>
        ) : isExpired ? (
          <Trans>An expired license has no file.</Trans>
        ) : (
          <Trans>There is a file once the license is active.</Trans>
        )}
      </Note>
    </>
  );
}
