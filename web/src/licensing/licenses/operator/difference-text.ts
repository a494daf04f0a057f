import { useLingui } from '@lingui/react/macro';

/** Says what was missing; what differed is named as the server names its columns. */
export function useDifferenceText(): (name: string) => string {
  const { t } = useLingui();
  const words: Record<string, string> = {
    order: t`order was missing`,
    license: t`license was missing`,
    subscription: t`subscription is gone`,
  };
  return (name) => words[name] ?? name;
}
