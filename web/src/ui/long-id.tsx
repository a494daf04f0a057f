import { useLingui } from '@lingui/react/macro';
import { CopyButton } from './copy-button.tsx';
import { Tooltip } from './tooltip.tsx';

const shownCharacters = 10;

/** An id cut to 10 characters, with the whole in a tooltip and a button that copies it (UI-13). */
export function LongId({ value }: { value: string }) {
  const { t } = useLingui();
  const isLong = value.length > shownCharacters;
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      {isLong ? (
        <Tooltip content={<span className="break-all">{value}</span>}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the whole id must be reachable by keyboard */}
          <span tabIndex={0} className="rounded">
            {value.slice(0, shownCharacters)}…<span className="sr-only">{value}</span>
          </span>
        </Tooltip>
      ) : (
        <span>{value}</span>
      )}
      <CopyButton value={value} label={t`Copy ${value}`} />
    </span>
  );
}
