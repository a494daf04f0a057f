import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Fragment } from 'react';
import type { MissingPart } from '../model/provider-draft.ts';

/** The card in which each missing part is added. */
export const cardIds: Readonly<Record<MissingPart, string>> = {
  settings: 'provider-settings',
  domain: 'mail-domains',
  test: 'provider-test',
  breakGlass: 'break-glass',
};

/** The parts that a provider still needs before it can be enabled, each with a link to its card. */
export function MissingParts({ id, parts }: { id: string; parts: readonly MissingPart[] }) {
  const names: Readonly<Record<MissingPart, ReactNode>> = {
    settings: <Trans>the client ID, secret and domain</Trans>,
    domain: <Trans>a proven mail domain</Trans>,
    test: <Trans>a passed test</Trans>,
    breakGlass: <Trans>a break-glass code</Trans>,
  };
  return (
    <p id={id} className="-mt-3 mb-5 text-sm text-muted sm:text-right">
      <Trans>Still missing:</Trans>{' '}
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ', '}
          <a
            className="rounded font-medium text-accent-text hover:underline"
            href={`#${cardIds[part]}`}
            onClick={(event) => {
              // A navigation would ask about unsaved changes.
              event.preventDefault();
              showCard(cardIds[part]);
            }}
          >
            {names[part]}
          </a>
        </Fragment>
      ))}
    </p>
  );
}

/** Scrolls to a card and focuses the first thing in it that can be used. */
function showCard(id: string): void {
  const card = document.getElementById(id);
  card?.scrollIntoView({ block: 'start' });
  card?.querySelector<HTMLElement>('input, button, select, a[href]')?.focus({ preventScroll: true });
}
