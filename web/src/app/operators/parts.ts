import type { AnyRoute } from '@tanstack/react-router';
import type { Choice } from '../palette/rank.ts';

/** What `operator-parts.ts` exports. Its types are repeated here, because its pages import the router's types. */
interface OperatorParts {
  readonly operatorPages: readonly AnyRoute[];
  readonly useSearchChoices: (typed: string) => Choice[];
}

let parts: OperatorParts | undefined;

/** What only operators load (WEB-15); undefined for all other users. Does not change while a document is open. */
export function operatorParts(): OperatorParts | undefined {
  return parts;
}

/** Called by `load-parts.ts`; tests reset it. */
export function provideOperatorParts(loaded: OperatorParts | undefined): void {
  parts = loaded;
}
