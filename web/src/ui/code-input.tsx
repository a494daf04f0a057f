import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

/** The length of a second-factor code (MFA-3). */
export const codeLength = 6;

type CodeInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & {
  value: string;
  /** Called with the digits only, so that a code may be pasted with spaces. */
  onChange: (digits: string) => void;
};

const places = Array.from({ length: codeLength }, (_, place) => place);

/**
 * Six digits in cells, large enough to compare with another screen. It is one input, so that paste, undo and autofill
 * from a text message work.
 */
export function CodeInput({ value, onChange, className, ...rest }: CodeInputProps) {
  const next = Math.min(value.length, codeLength - 1);
  return (
    <span className={cn('relative block', className)}>
      <input
        {...rest}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value.normalize('NFKC').replace(/\D/g, '').slice(0, codeLength))}
        className="peer absolute inset-0 z-10 w-full cursor-text bg-transparent text-transparent caret-transparent opacity-0 outline-none"
      />
      <span
        aria-hidden="true"
        className="group grid grid-cols-6 gap-2 peer-aria-invalid:[&>span]:border-bad peer-focus-visible:[&>[data-next]]:border-accent peer-focus-visible:[&>[data-next]]:outline-2 peer-focus-visible:[&>[data-next]]:outline-accent"
      >
        {places.map((place) => (
          <span
            key={place}
            data-next={place === next || undefined}
            className="grid h-12 min-w-0 place-items-center rounded-control border border-line-strong bg-surface text-xl font-semibold tabular-nums shadow-card transition-colors"
          >
            {value[place]}
          </span>
        ))}
      </span>
    </span>
  );
}
