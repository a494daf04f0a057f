import { NumberField as Base } from '@base-ui/react/number-field';
import { useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';
import { cn } from '../lib/cn.ts';
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
}

const stepClasses =
  'grid w-9 shrink-0 place-items-center text-muted hover:bg-surface-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-4';

/** A whole number with – and +; arrows and Page keys work too. Out-of-range values are clamped on blur. */
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
  id,
  ...control
}: NumberInputProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <Base.Root
      id={id}
      value={value}
      onValueChange={onChange}
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
          onBlur={onBlur}
          className="w-full min-w-0 bg-transparent text-center text-(length:--field-font-size) tabular-nums outline-none disabled:cursor-not-allowed"
        />
        <Base.Increment aria-label={t`More`} className={cn(stepClasses, 'border-l border-line')}>
          <Plus aria-hidden="true" />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  );
}
