import { type Dues, findDues } from '@portico/contract/dues';
import { useFlow } from './components/flow-context.ts';
import { useNextCharges } from './purchase.api.ts';

/**
 * What is due today and next for the choices, after the remaining credit (CHG-3). A visitor who signs up has neither
 * credit nor other charges.
 */
export function useDues(estimate: Parameters<typeof findDues>[0]): Dues {
  const { held } = useFlow();
  return findDues(estimate, held?.id ?? null, useNextCharges());
}
