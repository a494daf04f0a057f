import { Trans } from '@lingui/react/macro';
import type { AttentionItem } from '@portico/contract';
import { useShortDate } from '../../../lib/short-date.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ContactLink } from '../../../ui/contact-link.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { useAttention } from '../attention.api.ts';
import type { LicenseEnding, TrialEnding } from '../model/attention.ts';

interface EndingAlertsProps {
  productId?: string | undefined;
  className?: string | undefined;
}

const isEnding = (item: AttentionItem): item is LicenseEnding | TrialEnding =>
  item.kind === 'licenseEnding' || item.kind === 'trialEnding';

/** Licenses that do not renew and trials, before they end, optionally of one product (ATT-10). */
export function EndingAlerts({ productId, className = '' }: EndingAlertsProps) {
  const { data } = useAttention();
  const wanted = productId?.toLowerCase();
  return (data?.items ?? [])
    .filter(isEnding)
    .filter((item) => wanted === undefined || item.productId.toLowerCase() === wanted)
    .map((item) => (
      <Alert
        key={`${item.kind} ${item.productId} ${item.endsAt}`}
        tone="warning"
        className={className}
        actions={<EndingAction item={item} />}
      >
        <EndingWords item={item} />
      </Alert>
    ));
}

function EndingAction({ item }: { item: LicenseEnding | TrialEnding }) {
  if (item.kind === 'licenseEnding') {
    return (
      <ContactLink href={item.contactUrl} size="sm">
        <Trans>Contact us</Trans>
      </ContactLink>
    );
  }
  return (
    <ButtonLink {...subscriptionLink(item.productId, item.subscriptionId)} size="sm">
      <Trans>Details</Trans>
      <span className="sr-only">{item.productName}</span>
    </ButtonLink>
  );
}

function EndingWords({ item }: { item: LicenseEnding | TrialEnding }) {
  const day = useShortDate();
  const product = item.productName;
  const end = day(item.endsAt);
  if (item.kind === 'trialEnding') {
    return (
      <Trans>
        Your trial of {product} ends on {end}
      </Trans>
    );
  }
  return item.hasEnded ? (
    <Trans>
      Your license of {product} ended on {end}
    </Trans>
  ) : (
    <Trans>
      Your license of {product} ends on {end}
    </Trans>
  );
}
