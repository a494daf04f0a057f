import { Trans } from '@lingui/react/macro';
import type { ProductToken } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { preloaded } from '../../../lib/preloaded.ts';

/** What was told about a token that leaked, below its row (TOK-10). */
export function LeakNote({ disabled }: { disabled: NonNullable<ProductToken['disabled']> }) {
  const { date } = useFormat();
  const day = date(disabled.at);
  const vendor = preloaded().company.name;
  const { leakReport } = disabled;
  return (
    <p className="max-w-3xl text-sm wrap-anywhere">
      <Trans>
        {vendor} disabled this token on {day}: it was found in a public place.
      </Trans>{' '}
      <span className="text-muted">{leakReport}</span>
    </p>
  );
}
