import type { ComponentProps } from 'react';
import { TextInput } from '../../../ui/text-input.tsx';

type SuffixInputProps = ComponentProps<'input'> & {
  /** Shown at the end of the field; an empty text shows nothing. */
  suffix: string;
  /** The suffix for screen readers; undefined if the field's description contains it. */
  suffixLabel?: string | undefined;
};

/** A field with a fixed suffix. */
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
