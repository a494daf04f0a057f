import { createContext, type Dispatch, useContext } from 'react';
import { withLabel } from '../../../lib/problem.ts';
import type { Field } from '../model/details.ts';
import { type Facts, stepProblems, type WizardAction, type WizardState } from '../model/wizard.ts';
import { useLabels, useProblemWords } from './problem-words.ts';

interface Wizard {
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  facts: Facts;
}

const WizardContext = createContext<Wizard | null>(null);

export const WizardProvider = WizardContext.Provider;

/**
 * The surrounding wizard.
 * @throws Error outside of a wizard
 */
export function useWizardContext(): Wizard {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error('useWizardContext is used outside of the sign-up');
  return wizard;
}

/** A field of the wizard: its value, its error, and its setter. */
export function useWizardField(field: Field) {
  const { state, dispatch, facts } = useWizardContext();
  const words = useProblemWords();
  const labels = useLabels();
  const { details, secrets, touched, refusals } = state;
  const problem = touched.includes(field) ? stepProblems(state, state.step, facts)[field] : undefined;
  const refusal = refusals[field];
  return {
    value: ({ ...details, ...secrets } as Record<Field, string>)[field],
    // The server's messages name fields as on the wire (WIRE-9).
    error: refusal ? withLabel(refusal, field, labels[field]) : problem && words(field, problem),
    change: (value: string) => dispatch({ type: 'edited', field, value }),
    leave: () => dispatch({ type: 'left', field }),
  };
}
