import { useSyncExternalStore } from 'react';
import { cn } from '../lib/cn.ts';
import { preloaded } from '../lib/preloaded.ts';

const never = () => () => {};

/**
 * The brand in the preloaded data; undefined during prerendering and hydration, when `fillBrand` fills in the markup.
 */
function useCompany() {
  return useSyncExternalStore(
    never,
    () => preloaded().company,
    () => null,
  );
}

export function BrandMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" width="24" height="24" className="shrink-0 text-accent-text">
      <path
        d="M6 12.5 16 6l10 6.5M7 26h18M10.5 14v9M16 14v9M21.5 14v9"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/**
 * The brand's logo for the theme, or for the other theme if that is missing; otherwise the portal's mark with the
 * brand's name. Its elements have `data-brand`, so that `fillBrand` can fill them before the script has loaded.
 */
export function Brand({ className }: { className?: string }) {
  const company = useCompany();
  const light = company?.logoLight ?? company?.logoDark ?? null;
  const dark = company?.logoDark ?? company?.logoLight ?? null;
  const logo = (kind: 'light' | 'dark', source: string | null) => (
    <img
      data-brand={kind}
      suppressHydrationWarning
      src={source ?? undefined}
      alt={company?.name ?? ''}
      hidden={!source}
      className={cn(
        'h-7 w-auto max-w-44 object-contain object-left',
        kind === 'dark' ? 'not-dark:hidden' : 'dark:hidden',
      )}
    />
  );
  return (
    <span className={cn('inline-flex h-7 items-center gap-2', className)}>
      {logo('light', light)}
      {logo('dark', dark)}
      <span data-brand="mark" hidden={Boolean(light)} suppressHydrationWarning className="contents [&[hidden]]:hidden">
        <BrandMark />
      </span>
      <span
        data-brand="name"
        hidden={Boolean(light)}
        suppressHydrationWarning
        className="truncate text-lg font-semibold tracking-tight"
      >
        {company?.name ?? ''}
      </span>
    </span>
  );
}
