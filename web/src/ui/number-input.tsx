import { NumberField as Base } from '@base-ui/react/number-field';
import { Trans, useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../lib/cn.ts';
import { useFormat } from '../lib/format.ts';
import { useLocale } from '../lib/locale.ts';
import type { ControlProps } from './field.tsx';

interface NumberInputProps extends Partial<ControlProps> {
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
  name?: string;
  /** Required without a `Field` that labels it. */
  'aria-label'?: string;
  className?: string;
  onBlur?: () => void;
  /** Whether `min` is the number in use, so that the correction of a smaller number can say so. */
  isMinInUse?: boolean;
}

type Correction = 'min' | 'max' | null;

/** The limit that a typed text violates. */
function findCorrection(text: string, min = -Infinity, max = Infinity): Correction {
  const digits = text.replace(/[^\d-]/g, '');
  if (digits === '') return null;
  return Number(digits) < min ? 'min' : Number(digits) > max ? 'max' : null;
}

const stepClasses =
  'grid w-9 shrink-0 place-items-center text-muted hover:bg-surface-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-4';

/** A whole number with – and +; arrows and Page keys work too. Out-of-range values are clamped on blur, with a message. */
export function NumberInput({
  value,
  onChange,
  min,
  max,
  step = 1,
  disabled,
  name,
  className,
  onBlur,
  isMinInUse = false,
  id,
  ...control
}: NumberInputProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [correction, setCorrection] = useState<Correction>(null);
  return (
    <Base.Root
      id={id}
      value={value}
      onValueChange={(next, { reason }) => {
        if (reason !== 'input-blur') setCorrection(null);
        onChange(next);
      }}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      name={name}
      locale={locale}
      format={{ maximumFractionDigits: 0 }}
    >
      <Base.Group
        className={cn(
          'flex h-9 w-40 overflow-hidden rounded-control border border-line-strong bg-surface shadow-card has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-[[aria-invalid]]:border-bad',
          disabled && 'bg-neutral-soft text-muted',
          className,
        )}
      >
        <Base.Decrement aria-label={t`Less`} className={cn(stepClasses, 'border-r border-line')}>
          <Minus aria-hidden="true" />
        </Base.Decrement>
        <Base.Input
          {...control}
          onBlur={(event) => {
            const found = findCorrection(event.currentTarget.value, min, max);
            if (found) setCorrection(found);
            onBlur?.();
          }}
          className="w-full min-w-0 bg-transparent text-center text-(length:--field-font-size) tabular-nums outline-none disabled:cursor-not-allowed"
        />
        <Base.Increment aria-label={t`More`} className={cn(stepClasses, 'border-l border-line')}>
          <Plus aria-hidden="true" />
        </Base.Increment>
      </Base.Group>
      <CorrectionStatus limit={correction} isInUse={isMinInUse} value={correction === 'min' ? min : max} />
    </Base.Root>
  );
}

interface CorrectionProps<Limit extends Correction> {
  limit: Limit;
  isInUse: boolean;
  value: number | undefined;
}

/** Announces the correction; hidden without one. It wraps at the width of the field, which stays in its place. */
function CorrectionStatus({ limit, ...rest }: CorrectionProps<Correction>) {
  return (
    <p role="status" className="mt-1.5 w-0 min-w-full text-xs text-warning empty:hidden">
      {limit && <CorrectionText limit={limit} {...rest} />}
    </p>
  );
}

function CorrectionText({ limit, isInUse, value }: CorrectionProps<NonNullable<Correction>>) {
  const { number } = useFormat();
  const changed = number(value ?? 0);
  if (limit === 'max') return <Trans>Changed to {changed}, the most allowed.</Trans>;
  if (isInUse) return <Trans>Changed to {changed}, because that many are in use.</Trans>;
  return <Trans>Changed to {changed}, the fewest allowed.</Trans>;
}
