import { Trans } from '@lingui/react/macro';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntervalWords } from '../../../lib/interval-words.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { startsLater } from '../subscription-rules.ts';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { StatusTags } from './subscription-text.tsx';

interface SubscriptionHeaderProps {
  subscription: SubscriptionDetail;
  /** The buttons beside 'Open'. */
  actions: ReactNode;
}

/** The heading of a subscription: logo, name, status, plan, interval, start, and a link to the product. */
export function SubscriptionHeader({ subscription, actions }: SubscriptionHeaderProps) {
  const { often } = useIntervalWords();
  const { productName, productLogo64, productUrl, productUrlCaption, subscriptionPlanName: plan } = subscription;
  const start = <Day at={subscription.startDate} />;
  const period = often(subscription);
  return (
    <div className="flex gap-4">
      <Logo name={productName} logo64={productLogo64} />
      <div className="min-w-0 flex-1">
        <PageHeader
          title={productName}
          tags={<StatusTags subscription={subscription} />}
          description={
            startsLater(subscription) ? (
              plan
            ) : subscription.amount === 0 ? (
              <Trans>
                {plan}, since {start}
              </Trans>
            ) : (
              <Trans>
                {plan}, paid {period}, since {start}
              </Trans>
            )
          }
          actions={
            <>
              {productUrl && subscription.status !== 4 && (
                <ExternalLink plain href={productUrl} className={buttonClasses({ variant: 'secondary' })}>
                  {productUrlCaption ?? <Trans>Open</Trans>}
                  <ArrowUpRight aria-hidden="true" />
                </ExternalLink>
              )}
              {actions}
            </>
          }
        />
      </div>
    </div>
  );
}

function Logo({ name, logo64 }: { name: string; logo64: string | null }) {
  const classes = 'size-12 shrink-0 rounded-[12px] max-xs:hidden';
  if (logo64) return <img src={logo64} alt="" width={48} height={48} className={`${classes} object-contain`} />;
  return (
    <span
      aria-hidden="true"
      className={`${classes} grid place-items-center bg-accent-soft text-title font-semibold text-accent-text`}
    >
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}
