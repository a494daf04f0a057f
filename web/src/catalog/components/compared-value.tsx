import { Trans } from '@lingui/react/macro';
import type { FeatureValue } from '@portico/contract';
import { Check, Minus } from 'lucide-react';
import { useFormat } from '../../lib/format.ts';

/** A plan's value of a feature: a check mark, a number, a text, or a dash. */
export function ComparedValue({ value }: { value: FeatureValue | null }) {
  const { number } = useFormat();
  if (value === null || value === false) {
    return (
      <span>
        <Minus aria-hidden="true" className="size-4 text-muted" />
        <span className="sr-only">
          <Trans context="feature value">Not included</Trans>
        </span>
      </span>
    );
  }
  if (value === true) {
    return (
      <span>
        <Check aria-hidden="true" className="size-4 text-ok" />
        <span className="sr-only">
          <Trans context="feature value">Included</Trans>
        </span>
      </span>
    );
  }
  return typeof value === 'number' ? <span className="tabular-nums">{number(value)}</span> : value;
}
