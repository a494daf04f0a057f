import { Trans } from '@lingui/react/macro';
import type { AccountOverview, Industry } from '@portico/contract';
import type { ReactNode } from 'react';
import { useIndustryNames } from '../../../lib/industry-names.ts';
import { useLocale } from '../../../lib/locale.ts';
import { countryChoices, regionChoices } from '../../../lib/reference.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';

/**
 * What an account stated about its business at its sign-up (SIGN-29). Renders nothing for accounts without a sign-up.
 */
export function RegistrationCard({ registration }: Pick<AccountOverview, 'registration'>) {
  const locale = useLocale();
  const industries = useIndustryNames();
  if (!registration) return null;
  const { country, state, province, industry, otherIndustry, orderNumber } = registration;
  const region = state || province;
  const findLabel = (code: string, choices: ReturnType<typeof regionChoices>) =>
    choices?.find(({ value }) => value === code)?.label ?? code;
  const place = [
    region && findLabel(region, regionChoices(country, locale)),
    findLabel(country, countryChoices(locale)),
  ];
  return (
    <Card>
      <CardHeader title={<Trans>Told at the sign-up</Trans>} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-t border-line px-5 py-4">
        <Line name={<Trans>Place</Trans>}>{place.filter(Boolean).join(', ')}</Line>
        <Line name={<Trans>Industry</Trans>}>{otherIndustry || industries[industry as Industry] || '–'}</Line>
        <Line name={<Trans>Purchase order</Trans>}>{orderNumber || '–'}</Line>
      </dl>
    </Card>
  );
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </>
  );
}
