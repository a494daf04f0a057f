import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { controlClasses } from './text-input.tsx';

/** The length of a code of the second factor (MFA-3). */
export const codeLength = 6;

type CodeInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & {
  value: string;
  /** Called with the digits alone, so that a code may be pasted with spaces. */
  onChange: (digits: string) => void;
};

/** Six digits, large enough to compare with another screen. The browser offers a code that came by text message. */
export function CodeInput({ value, onChange, className, ...rest }: CodeInputProps) {
  return (
    <input
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, codeLength))}
      className={cn(controlClasses, 'h-12 text-center font-mono text-2xl tracking-[0.4em] tabular-nums', className)}
    />
  );
}
