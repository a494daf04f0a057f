import type { Role } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { RoleTag } from './role-tag.tsx';

it.each<[Role, boolean]>([
  ['Super Admin', true],
  ['Admin', true],
  ['Owner', false],
  ['User', false],
  ['Read only', false],
])('the role %s has a star: %s', (role, hasStar) => {
  renderUi(<RoleTag role={role} />);
  expect(screen.getByText(role).querySelector('svg') !== null).toBe(hasStar);
});
