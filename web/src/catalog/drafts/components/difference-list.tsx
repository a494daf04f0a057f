import { Trans } from '@lingui/react/macro';
import type { CatalogDifference } from '@portico/contract';

/** Values before and after, by path. */
export function DifferenceList({ differences, total }: { differences: readonly CatalogDifference[]; total: number }) {
  const left = total - differences.length;
  return (
    <>
      <ul className="divide-y divide-line">
        {differences.map(({ place, title, before, after }) => (
          <li key={place} className="grid gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] sm:px-6">
            <span className="min-w-0 break-words text-muted" title={place}>
              {title}
            </span>
            <span className="min-w-0 break-words">
              {before !== null && <del className="text-bad">{before}</del>}
              {before !== null && after !== null && ' → '}
              {after !== null && <ins className="text-ok no-underline">{after}</ins>}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="border-t border-line px-5 py-3 text-muted sm:px-6">
          <Trans>And {left} more</Trans>
        </p>
      )}
    </>
  );
}
