import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface TabLinksProps {
  /** The label for screen readers. */
  label: string;
  tabs: readonly (LinkProps & { key: string; name: ReactNode; isCurrent: boolean })[];
}

/** The parts of a page, each with its own address. On phones they scroll sideways. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className="-mt-2 mb-5 overflow-x-auto border-b border-line max-sm:-mt-3 max-sm:mb-3">
      <ul className="flex gap-5">
        {tabs.map(({ key, name, isCurrent, ...link }) => (
          <li key={key}>
            <Link
              {...link}
              // Otherwise, every tab of the page would be marked as current.
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isCurrent ? 'page' : undefined}
              className="block border-b-2 border-transparent py-2.5 font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent-text"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
