import { useLingui } from '@lingui/react/macro';
import { CopyButton } from './copy-button.tsx';

const shownCharacters = 10;

/** An id truncated to 10 characters, with the complete id in a native tooltip, and a copy button (UI-13). */
export function LongId({ value }: { value: string }) {
  const { t } = useLingui();
  const isLong = value.length > shownCharacters;
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      {isLong ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the whole id must be reachable by keyboard
        <span tabIndex={0} title={value} className="rounded">
          {value.slice(0, shownCharacters)}…<span className="sr-only">{value}</span>
        </span>
      ) : (
        <span>{value}</span>
      )}
      <CopyButton value={value} label={t`Copy ${value}`} />
    </span>
  );
}
