import { Trans } from '@lingui/react/macro';

/** The unit of a price, and how often it is paid. */
export function UnitPrice({ unit, billingInterval }: { unit: string; billingInterval: string }) {
  return (
    <Trans comment="After a price: 'per account, per month'">
      per {unit}, {billingInterval}
    </Trans>
  );
}
