import { Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { calendarDay, hasUse, numberOn, usualRange } from '../metrics-rules.ts';
import { useDays } from '../product-dashboards.api.ts';
import { UsageChart } from './usage-chart.tsx';

interface ProductUsageCardProps {
  productId: string;
  /** Whether the product has licenses, with which it reports its use. */
  isLicensed: boolean;
}

/** The account's use of a product in the last month, by day. Renders nothing if it is unknown. */
export function ProductUsageCard({ productId, isLicensed }: ProductUsageCardProps) {
  const { number } = useFormat();
  const [range] = useState(() => usualRange(calendarDay(new Date())));
  const { data, isPending } = useDays(productId, range);
  if (isPending) return <Skeleton className="h-72 w-full rounded-card" />;
  if (!data || (!isLicensed && !hasUse(data.days))) return null;
  const view = data.isShared ? 'checks' : 'devices';
  const sum = data.days.reduce((total, day) => total + numberOn(day, view), 0);
  const total = number(sum);
  const count = data.days.length;
  const average = number(Math.round(sum / count));
  return (
    <Card className="min-w-0">
      <CardHeader
        className="sm:px-6"
        title={data.isShared ? <Trans>Checks per day</Trans> : <Trans>Devices per day</Trans>}
        description={
          !hasUse(data.days) ? (
            <Trans>Nothing was reported on these days</Trans>
          ) : data.isShared ? (
            <Trans>
              {total} in {count} days, {average} a day on average
            </Trans>
          ) : (
            <Trans>{average} a day on average</Trans>
          )
        }
        action={
          <TextLink to="/ProductDashboard/$id" params={{ id: productId }} className="inline-flex items-center gap-1">
            <Trans>View usage</Trans>
            <ArrowRight aria-hidden="true" />
          </TextLink>
        }
      />
      {hasUse(data.days) && (
        <div className="relative h-52 px-4 pb-4 sm:px-6">
          <UsageChart days={data.days} view={view} hasSessions={false} />
        </div>
      )}
    </Card>
  );
}
