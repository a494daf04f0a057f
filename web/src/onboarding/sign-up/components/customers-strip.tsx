import { Trans } from '@lingui/react/macro';
import type { PreloadedSignUp } from '@portico/contract';

/** Who uses the product, as the company names them (BRAND-9). The shape of each logo has the color of the text, so that it fits both themes and every brand. */
export function CustomersStrip({ customers }: Pick<PreloadedSignUp, 'customers'>) {
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
