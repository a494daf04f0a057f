import { Trans } from '@lingui/react/macro';

/** The invented customers of the demonstration's vendor, each with the outline of a mark. */
const customers = [
  { name: 'HARBOR', mark: 'M2 8c3-4 5 4 8 0s5-4 8 0M2 14c3-4 5 4 8 0s5-4 8 0', spaced: true },
  { name: 'lakeside', mark: 'M10 2a8 8 0 1 0 .01 0M10 6v8M6 10h8', spaced: false },
  { name: 'Pinnacle', mark: 'M10 3 18 17H2Z', spaced: false },
  { name: 'Kestrel', mark: 'M3 4c6 0 6 8 14 6-3 3-4 7-9 7-4 0-5-6-5-13Z', spaced: false },
  { name: 'summit', mark: 'm2 16 5-9 3 5 2-3 6 7Z', spaced: false },
  { name: 'NORTHGATE', mark: 'M4 17V9a6 6 0 0 1 12 0v8M8 17V10a2 2 0 0 1 4 0v7', spaced: true },
] as const;

/** Who uses the product; only a demonstration knows its customers by name. */
export function CustomersStrip() {
  return (
    <div>
      <p className="border-line pb-4 text-xs max-lg:text-center max-lg:text-muted lg:border-b lg:border-current/30">
        <Trans>In daily use at</Trans>
      </p>
      <ul className="grid grid-cols-3 gap-x-4 gap-y-4 pt-1 max-lg:text-muted lg:pt-5">
        {customers.map(({ name, mark, spaced }) => (
          <li key={name} className="flex min-w-0 items-center gap-2 max-xs:gap-1.5">
            <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 shrink-0 max-xs:size-4">
              <path d={mark} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
            </svg>
            <span
              className={`truncate font-semibold ${spaced ? 'text-sm tracking-wide max-xs:text-xs' : 'max-xs:text-sm'}`}
            >
              {name}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
