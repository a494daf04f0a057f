import { Trans } from '@lingui/react/macro';
import { expect, it } from 'vitest';
import { renderUi } from '../test/render.tsx';

it.each(['<constructor>x</constructor>', 'Acme <b>Entra</b>', '<0>you</0>', '<0/>', '{name}', '1 < 2'])(
  'a value is shown as it was typed: %s',
  (name) => {
    const { container } = renderUi(
      <Trans>
        Remove <b>the provider {name}</b> of {name}?
      </Trans>,
    );
    expect(container.textContent).toContain(`Remove the provider ${name} of ${name}?`);
    expect(container.querySelectorAll('b')).toHaveLength(1);
  },
);
