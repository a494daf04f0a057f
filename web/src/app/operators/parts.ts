import type { AnyRoute } from '@tanstack/react-router';
import type { Choice } from '../palette/rank.ts';
import type { SidebarEntry } from '../shell/sidebar-entry.ts';
import type { operatorTitles } from './operator-titles.ts';

/** What `operator-parts.ts` has. Its types are repeated here, because it imports the shell and the shell imports this. */
interface OperatorParts {
  readonly operatorRoutes: readonly AnyRoute[];
  readonly operatorSidebar: readonly SidebarEntry[];
  readonly operatorTitles: typeof operatorTitles;
  readonly useFoundChoices: (typed: string) => Choice[];
}

let parts: OperatorParts | undefined;

/** What is loaded for operators alone (WEB-15); undefined for everybody else. Does not change while a page is open. */
export function operatorParts(): OperatorParts | undefined {
  return parts;
}

/** For `load-parts.ts`, and for tests to take them back. The two are apart because the parts need the shell, which asks for them. */
export function provideOperatorParts(loaded: OperatorParts | undefined): void {
  parts = loaded;
}
