import { Trans } from '@lingui/react/macro';
import type { PreloadedSignUp } from '@portico/contract';
import { Check } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { preloaded } from '../../../lib/preloaded.ts';
import { ScanPicture } from './scan-picture.tsx';

const never = () => () => {};
const none: PreloadedSignUp['customers'] = [];

/** The product that the visitor signs up for: beside the form on wide screens, below it on narrow ones. */
export function SidePanel() {
  const customers = useSyncExternalStore(
    never,
    () => preloaded().signUp?.customers ?? none,
    () => none,
  );
  return (
    <aside className="sign-up-panel mx-5 mt-10 flex flex-col lg:my-4 lg:mr-4 lg:ml-0 lg:rounded-dialog lg:px-12 lg:py-12">
      <ScanPicture className="mb-14 w-full max-w-[400px] self-center max-lg:hidden" />
      <p className="text-[28px] leading-9 font-semibold tracking-tight text-balance max-lg:hidden">
        <Trans>Licenses, plans and invoices of your organization in one place</Trans>
      </p>
      <ul className="mt-8 flex flex-col gap-4 max-lg:mt-0 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-5">
        <Benefit>
          <Trans>Nothing is charged before you confirm it</Trans>
        </Benefit>
        <Benefit>
          <Trans>License and download right away</Trans>
        </Benefit>
        <Benefit>
          <Trans>Change or cancel your plan online at any time</Trans>
        </Benefit>
      </ul>
      <div className="mt-10 lg:mt-auto">{customers.length > 0 && <CustomersStrip customers={customers} />}</div>
    </aside>
  );
}

function Benefit({ children }: { children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span className="sign-up-tick grid size-6 shrink-0 place-items-center rounded-full [&_svg]:size-3.5">
        <Check aria-hidden="true" />
      </span>
      {children}
    </li>
  );
}

/**
 * The customers that the brand shows in its sign-up (BRAND-9). Each logo has the color of the text, so that it fits
 * both themes and every brand.
 */
function CustomersStrip({ customers }: Pick<PreloadedSignUp, 'customers'>) {
  return (
    <div>
      <p className="border-line pb-4 text-xs max-lg:text-center max-lg:text-muted lg:border-b lg:border-current/30">
        <Trans>In daily use at</Trans>
      </p>
      <ul className="grid grid-cols-3 gap-x-4 gap-y-4 pt-1 max-lg:text-muted lg:pt-5">
        {customers.map(({ name, logo }) => (
          <li key={name} className="flex min-w-0 items-center gap-2 max-xs:gap-1.5">
            {logo && (
              <span
                aria-hidden="true"
                className="size-5 shrink-0 bg-current max-xs:size-4"
                style={{ mask: `url("${logo}") center / contain no-repeat` }}
              />
            )}
            <span className="truncate font-semibold max-xs:text-sm">{name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
