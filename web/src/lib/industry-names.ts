import { useLingui } from '@lingui/react/macro';
import type { Industry } from '@portico/contract/browser';

/** The names of the industries, for whoever chooses one. */
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
