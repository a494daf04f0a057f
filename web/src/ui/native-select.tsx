import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { controlClasses } from './text-input.tsx';

type NativeSelectProps = Omit<ComponentProps<'select'>, 'onChange' | 'children'> & {
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; disabled?: boolean }[];
};

/** A native select for plain text options, which needs no code for popups, unlike `Select`. */
export function NativeSelect({ onChange, options, className, ...rest }: NativeSelectProps) {
  return (
    <span className={cn('relative block', className)}>
      <select
        {...rest}
        className={cn(
          controlClasses,
          'h-full min-h-8 pointer-coarse:min-h-9 cursor-pointer appearance-none truncate pr-8',
        )}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
