import { useLingui } from '@lingui/react/macro';
import { type Industry, industries } from '@portico/contract/browser';
import { useLocale } from './locale.ts';
import { type Choice, sortByLabel } from './reference.ts';

/** The names of the industries. */
export function useIndustryNames(): Record<Industry, string> {
  const { t } = useLingui();
  return {
    automotive: t`Automotive`,
    cannabis: t`Cannabis`,
    financial: t`Financial`,
    hospitality: t`Hospitality`,
    industrial: t`Industrial`,
    notForProfit: t`Not for profit`,
    realEstate: t`Real estate`,
    retail: t`Retail`,
    technology: t`Technology`,
    other: t`Other`,
  };
}

/** The industries sorted by name in the user's language, with 'other' last. */
export function useIndustryChoices(): Choice[] {
  const names = useIndustryNames();
  const locale = useLocale();
  const named = industries.filter((industry) => industry !== 'other');
  return [
    ...sortByLabel(
      named.map((value) => ({ value, label: names[value] })),
      locale,
    ),
    { value: 'other', label: names.other },
  ];
}
