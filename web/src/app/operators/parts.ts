type OperatorParts = typeof import('./operator-parts.ts');

let parts: OperatorParts | undefined;

/** What is loaded for operators alone (WEB-15); undefined for everybody else. Does not change while a page is open. */
export function operatorParts(): OperatorParts | undefined {
  return parts;
}

/** For `load-parts.ts`, and for tests to take them back. The two are apart because the parts need the shell, which asks for them. */
export function provideOperatorParts(loaded: OperatorParts | undefined): void {
  parts = loaded;
}
