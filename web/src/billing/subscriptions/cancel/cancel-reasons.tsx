import { Trans, useLingui } from '@lingui/react/macro';
import type { CancellationReason } from '@portico/contract';
import { useEffect, useId, useRef } from 'react';
import { cancellationReasons } from '../../../lib/cancellation-reasons.ts';
import { radioCardClasses, radioClasses } from '../../../ui/radio-card.ts';

interface CancelReasonsProps {
  value: CancellationReason | null;
  onChange: (reason: CancellationReason) => void;
  disabled: boolean;
}

/** The reasons for a cancellation, chosen with one click. The first reason is focused when the list appears. */
export function CancelReasons({ value, onChange, disabled }: CancelReasonsProps) {
  const name = useId();
  const first = useRef<HTMLInputElement>(null);
  const words = useReasonWords();
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="sr-only">
        <Trans>Why do you cancel?</Trans>
      </legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {cancellationReasons.map((reason, index) => (
          <label key={reason} className={`${radioCardClasses} min-h-10 items-center gap-3 px-3.5 py-2`}>
            <input
              ref={index === 0 ? first : null}
              type="radio"
              name={name}
              value={reason}
              checked={reason === value}
              onChange={() => onChange(reason)}
              className={radioClasses}
            />
            {words[reason]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function useReasonWords(): Record<CancellationReason, string> {
  const { t } = useLingui();
  return {
    too_expensive: t`It is too expensive`,
    unused: t`I do not use it enough`,
    missing_features: t`Something is missing`,
    switched_service: t`I use something else now`,
    too_complex: t`It is too complicated`,
    low_quality: t`It does not work well enough`,
    customer_service: t`I was not helped well`,
    other: t`Another reason`,
  };
}
