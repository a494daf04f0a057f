import { Trans } from '@lingui/react/macro';
import type { License } from '@portico/contract';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { can } from '../../../lib/permissions.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Expiry, useLicenseModelText } from './license-text.tsx';

/** The license of a product, on the product's page. */
export function LicenseSummary({ license, productId }: { license: License; productId: string }) {
  const modelText = useLicenseModelText();
  const { id, number, licenseModel, orderId, orderNumber } = license;
  return (
    <Card>
      <CardHeader
        className="sm:px-6"
        title={<Trans>License</Trans>}
        action={
          <TextLink
            to="/Billing/Licenses/$id"
            params={{ id: String(id) }}
            search={{ productId }}
            className="inline-flex items-center gap-1"
          >
            <Trans>Details</Trans>
            <span className="sr-only">{number}</span>
            <ArrowRight aria-hidden="true" />
          </TextLink>
        }
      />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 px-5 pb-4 sm:px-6">
        <Fact name={<Trans>Number</Trans>}>{number}</Fact>
        <Fact name={<Trans>Model</Trans>}>{modelText(licenseModel)}</Fact>
        <Fact name={<Trans>Expires</Trans>}>
          <Expiry license={license} />
        </Fact>
        {can('orders.view') && (
          <Fact name={<Trans>Order</Trans>}>
            <TextLink
              to="/Billing/Orders/$id"
              params={{ id: String(orderId) }}
              search={{ licenseId: String(id), productId }}
            >
              {orderNumber}
            </TextLink>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
