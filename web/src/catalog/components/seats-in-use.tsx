import { Trans, useLingui } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { cn } from '../../lib/cn.ts';
import { useUnits } from '../../lib/units.ts';
import { Gauge } from '../../ui/gauge.tsx';

interface SeatsInUseProps {
  product: Pick<Application, 'unit'>;
  holding: NonNullable<Application['holding']>;
  /** True on the product's page, false on a tile. */
  isLarge?: boolean;
}

/** The seats of a license, and how many are in use if that is counted. */
export function SeatsInUse({ product: { unit }, holding, isLarge = false }: SeatsInUseProps) {
  const { t } = useLingui();
  const { count, title } = useUnits();
  const { inUse, quantity } = holding;
  const units = title(unit);
  if (inUse === null) {
    return (
      <p className="flex justify-between gap-4">
        <span className="text-muted">{units}</span>
        <span className="font-medium tabular-nums">{quantity}</span>
      </p>
    );
  }
  const all = count(unit, quantity);
  return (
    <>
      <p className={cn('mb-2 flex gap-x-4', isLarge ? 'flex-col' : 'justify-between')}>
        <span className="min-w-0 text-muted">
          <Trans>{units} in use</Trans>
        </span>
        <span className={cn('shrink-0 tabular-nums', isLarge ? 'text-figure font-semibold leading-8' : 'font-medium')}>
          <Trans>
            {inUse} of {quantity}
          </Trans>
        </span>
      </p>
      <Gauge label={t`${units} in use`} valueText={t`${inUse} of ${all}`} value={inUse} total={quantity} />
    </>
  );
}
