import type { ComponentProps } from 'react';
import { TextInput } from '../../../ui/text-input.tsx';

type SuffixInputProps = ComponentProps<'input'> & {
  /** Stands at the end of the field; empty for none. */
  suffix: string;
  /** What screen readers say for it; nothing where the field's own words do. */
  suffixLabel?: string | undefined;
};

/** A field whose text goes on with a fixed ending. */
export function SuffixInput({ suffix, suffixLabel, ...rest }: SuffixInputProps) {
  return (
    <span className="relative block">
      <TextInput {...rest} style={suffix ? { paddingRight: `calc(${suffix.length}ch + 16px)` } : undefined} />
      {suffix && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted"
        >
          {suffix}
        </span>
      )}
      {suffix && suffixLabel && <span className="sr-only">{suffixLabel}</span>}
    </span>
  );
}
