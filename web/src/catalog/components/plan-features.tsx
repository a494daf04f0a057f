import type { SubscriptionPlan } from '@portico/contract';
import { Check } from 'lucide-react';

interface PlanFeaturesProps {
  features: SubscriptionPlan['features'];
  /** Numbers of the footnotes below the plans. */
  footnotes: ReadonlyMap<string, number>;
  className?: string;
}

export function PlanFeatures({ features, footnotes, className }: PlanFeaturesProps) {
  return (
    <ul className={className}>
      {features.map(({ caption, footnote }) => (
        <li key={caption} className="flex items-start gap-2.5 py-1">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
          <span className="min-w-0">
            {caption}
            {footnote && <sup className="ml-0.5 text-2xs text-muted">{footnotes.get(footnote)}</sup>}
          </span>
        </li>
      ))}
    </ul>
  );
}
