import { Trans, useLingui } from '@lingui/react/macro';
import type { LicensedFeatures, OrderDetails } from '@portico/contract';
import { ListChecks } from 'lucide-react';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FeatureValue, FeatureVersions } from '../../../ui/licensed-feature.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { useOrderFeatures } from '../orders.api.ts';

type Scope = LicensedFeatures['scopes'][number];
type Feature = Scope['features'][number];

interface OrderFeaturesProps {
  order: OrderDetails;
  /** The selected product. */
  productId: string;
  onProductChange: (productId: string) => void;
}

/** The features of a product in the order's plan, by scope. */
export function OrderFeatures({ order, productId, onProductChange }: OrderFeaturesProps) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useOrderFeatures(order.id, productId);
  const chosen = order.products.find((its) => its.productId === productId);
  const plan = chosen?.plan;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        className="px-4 sm:px-6"
        title={<Trans>Licensed features</Trans>}
        action={
          order.products.length > 1 ? (
            <NativeSelect
              aria-label={t`Product`}
              className="h-9"
              value={productId}
              onChange={onProductChange}
              options={order.products.map(({ productId: value, product }) => ({ value, label: product }))}
            />
          ) : (
            plan && (
              <span className="text-sm text-muted">
                <Trans>Plan {plan}</Trans>
              </span>
            )
          )
        }
      />
      {data ? (
        <Scopes scopes={data.scopes} />
      ) : error ? (
        <ErrorState
          error={error}
          title={<Trans>The features could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <SkeletonText lines={6} className="px-4 pb-6 sm:px-6" />
      )}
    </Card>
  );
}

function Scopes({ scopes }: LicensedFeatures) {
  if (scopes.length === 0) {
    return (
      <EmptyState
        className="border-t border-line py-8"
        icon={ListChecks}
        title={<Trans>No features are listed for this product</Trans>}
      />
    );
  }
  return (
    <table className="w-full border-collapse max-sm:block">
      <thead className="sr-only">
        <tr>
          <th scope="col">
            <Trans>Feature</Trans>
          </th>
          <th scope="col">
            <Trans>Type</Trans>
          </th>
          <th scope="col">
            <Trans>Versions</Trans>
          </th>
          <th scope="col">
            <Trans>Value</Trans>
          </th>
        </tr>
      </thead>
      {scopes.map((scope) => (
        <ScopeRows key={scope.caption} scope={scope} />
      ))}
    </table>
  );
}

const cell = 'px-4 py-2.5 sm:px-6 max-sm:p-0';

function ScopeRows({ scope: { caption, description, features } }: { scope: Scope }) {
  return (
    <tbody className="max-sm:block">
      <tr className="border-y border-line bg-canvas max-sm:block max-sm:px-4 max-sm:py-2.5">
        <th scope="rowgroup" colSpan={4} className={`${cell} text-left font-medium max-sm:block`}>
          {caption}
          {description && (
            <span className="ml-3 text-sm font-normal text-muted max-sm:ml-0 max-sm:block">{description}</span>
          )}
        </th>
      </tr>
      {features.map((feature) => (
        <FeatureRow key={feature.name} feature={feature} />
      ))}
    </tbody>
  );
}

function FeatureRow({ feature }: { feature: Feature }) {
  const { caption, description, value } = feature;
  return (
    <tr className="border-b border-line last:border-b-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:px-4 max-sm:py-2.5">
      <td className={`${cell} sm:w-full`}>
        {caption}
        {description && <span className="block text-sm text-muted">{description}</span>}
      </td>
      <td className={`${cell} text-sm whitespace-nowrap text-muted max-sm:col-start-1 max-sm:row-start-2`}>
        <FeatureType type={feature.type} />
      </td>
      <td
        className={`${cell} text-right text-sm whitespace-nowrap text-muted tabular-nums max-sm:col-start-2 max-sm:row-start-2`}
      >
        {feature.fromVersion || feature.toVersion ? <FeatureVersions feature={feature} /> : <Trans>All versions</Trans>}
      </td>
      <td
        className={`${cell} text-right tabular-nums sm:min-w-36 max-sm:col-start-2 max-sm:row-start-1 ${value === null || value === false ? 'text-muted' : 'font-medium'}`}
      >
        <FeatureValue value={value} />
      </td>
    </tr>
  );
}

function FeatureType({ type }: Pick<Feature, 'type'>) {
  if (type === 'bool') return <Trans context="feature type">Yes or no</Trans>;
  return type === 'int' ? <Trans context="feature type">Number</Trans> : <Trans context="feature type">Text</Trans>;
}
