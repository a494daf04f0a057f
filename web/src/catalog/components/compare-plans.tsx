import { Trans, useLingui } from '@lingui/react/macro';
import type { Application, FeatureComparison, SubscriptionPlan, UnitName } from '@portico/contract';
import { Tags } from 'lucide-react';
import { useId, useState } from 'react';
import { useUnits } from '../../lib/units.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Slider } from '../../ui/slider.tsx';
import { usePlans } from '../catalog.api.ts';
import { calculateUnitRange } from '../model/comparison.ts';
import { ComparisonCards } from './comparison-cards.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { ProductChoice } from './product-choice.tsx';

interface ComparePlansProps {
  /** The products whose plans can be compared; not empty. */
  products: readonly Application[];
  /** The product in the address. */
  productId: string | undefined;
  onChoose: (productId: string) => void;
}

/** Compares a product's plans side by side: the yearly price for a number of units, and the features (UI-44). */
export function ComparePlans({ products, productId, onChoose }: ComparePlansProps) {
  const id = useId();
  const chosen = products.find((product) => product.id === productId?.toLowerCase()) ?? products[0];
  if (!chosen) return null;
  return (
    <section aria-labelledby={id} id="compare" className="mt-10 scroll-mt-20">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id={id} className="text-lg font-semibold tracking-tight">
            <Trans>Compare plans</Trans>
          </h2>
          <p className="text-muted">
            <Trans>Choose a product and how much of it you need.</Trans>
          </p>
        </div>
        <ButtonLink to="/Products/$id/Subscription" params={{ id: chosen.id }}>
          <Trans>Choose a plan</Trans>
          <span className="sr-only">{chosen.displayName}</span>
        </ButtonLink>
      </div>
      <ProductChoice products={products} value={chosen.id} onChange={onChoose} />
      <Comparison key={chosen.id} product={chosen} />
    </section>
  );
}

function Comparison({ product }: { product: Application }) {
  const { data, error, isPending, isFetching, refetch } = usePlans(product.id);
  if (isPending) return <Skeleton className="h-[560px] w-full rounded-card" />;
  if (error && !data) {
    return (
      <Card>
        <ErrorState
          error={error}
          title={<Trans>The plans could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Card>
    );
  }
  if (data.items.length === 0) {
    return (
      <Card>
        <EmptyState icon={Tags} title={<Trans>There are no plans to choose from</Trans>} />
      </Card>
    );
  }
  return (
    <PlansOfUnits
      plans={data.items}
      comparison={data.comparison}
      unit={data.product.unit}
      held={data.product.holding?.quantity}
    />
  );
}

interface PlansOfUnitsProps {
  plans: readonly SubscriptionPlan[];
  comparison: readonly FeatureComparison[];
  unit: UnitName;
  held: number | undefined;
}

/** Wide enough for columns side by side. */
const wide = '(width >= 900px)';

function PlansOfUnits({ plans, comparison, unit, held }: PlansOfUnitsProps) {
  const { t } = useLingui();
  const { count, title } = useUnits();
  const range = calculateUnitRange(plans, held);
  const [quantity, setQuantity] = useState(range.start);
  const isWide = useMedia(wide);
  const units = title(unit);
  const names = unit.other;
  const shared = { plans, comparison, unit, quantity };
  return (
    <Card className="overflow-hidden">
      {range.max > 1 && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-4 sm:px-6">
          <span className="font-medium">{units}</span>
          <Slider
            label={units}
            valueText={(value) => count(unit, value)}
            value={Math.min(quantity, range.sliderMax)}
            onChange={setQuantity}
            min={range.min}
            max={range.sliderMax}
            className="flex-1 basis-44"
          />
          <NumberInput
            aria-label={t`Number of ${names}`}
            value={quantity}
            onChange={(value) => value !== null && setQuantity(value)}
            min={range.min}
            max={range.max}
            className="w-36"
          />
        </div>
      )}
      {isWide ? <ComparisonTable {...shared} /> : <ComparisonCards {...shared} />}
      <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-6">
        <Trans>Prices are in US dollars, before tax.</Trans>
      </p>
    </Card>
  );
}
