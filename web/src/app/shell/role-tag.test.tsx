import type { RoleLabel } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { RoleTag } from './role-tag.tsx';

it.each<[RoleLabel, boolean]>([
  ['Super Admin', true],
  ['Admin', true],
  ['Owner', false],
  ['User', false],
  ['Read only', false],
])('the role %s has a star: %s', (label, hasStar) => {
  renderUi(<RoleTag label={label} />);
  expect(screen.getByText(label).querySelector('svg') !== null).toBe(hasStar);
});
