import { Trans, useLingui } from '@lingui/react/macro';
import type { LicenseDetails, LicensedFeatures } from '@portico/contract';
import { ListChecks } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FeatureValue, FeatureVersions } from '../../../ui/licensed-feature.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { useLicensedFeatures } from '../licenses.api.ts';

type Feature = LicensedFeatures['scopes'][number]['features'][number];

interface FeaturesCardProps {
  license: LicenseDetails;
  productId: string;
  onProductChange: (productId: string) => void;
}

/** The features of a product in the plan, by scope. */
export function FeaturesCard({ license, productId, onProductChange }: FeaturesCardProps) {
  const { t } = useLingui();
  const { planName, products } = license;
  const { data, error, isFetching, refetch } = useLicensedFeatures(license.id, productId);
  return (
    <Card className="px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold tracking-tight">
          <Trans>Features</Trans>
        </h2>
        {planName && (
          <span className="text-sm text-muted">
            <Trans>Plan {planName}</Trans>
          </span>
        )}
      </div>
      {products.length > 1 && (
        <NativeSelect
          aria-label={t`Product`}
          className="mt-3 h-9"
          value={productId}
          onChange={onProductChange}
          options={products.map(({ productId: value, name }) => ({ value, label: name }))}
        />
      )}
      {data ? (
        <Scopes scopes={data.scopes} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonText lines={8} className="mt-5" />
      )}
    </Card>
  );
}

function Scopes({ scopes }: LicensedFeatures) {
  if (scopes.length === 0) {
    return <EmptyState icon={ListChecks} title={<Trans>The product’s features are not listed here</Trans>} />;
  }
  return scopes.map(({ caption, description, features }) => (
    <section key={caption} className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">{caption}</h3>
        <p className="text-sm text-muted">{description}</p>
      </div>
      <dl className="mt-2 flex flex-col">
        {features.map((feature) => (
          <FeatureLine key={feature.name} feature={feature} />
        ))}
      </dl>
    </section>
  ));
}

function FeatureLine({ feature }: { feature: Feature }) {
  const { caption, description, value } = feature;
  const isMissing = value === null || value === false;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
      <dt className="min-w-0" title={description || undefined}>
        {caption}
      </dt>
      <dd className="ml-auto flex items-baseline gap-4 text-right">
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          <FeatureVersions feature={feature} />
        </span>
        <span className={cn('tabular-nums', isMissing ? 'text-muted' : 'font-medium')}>
          <FeatureValue value={value} />
        </span>
      </dd>
    </div>
  );
}
