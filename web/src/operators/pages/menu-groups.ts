import { msg } from '@lingui/core/macro';
import type { MenuGroup } from '../../app/shell/menu.ts';

/** The groups of the operators' menu. */
export const customersGroup: MenuGroup = { id: 'customers', label: msg`Customers`, position: 2 };
export const runningGroup: MenuGroup = { id: 'running', label: msg`System`, position: 4 };
export const developerGroup: MenuGroup = {
  id: 'developer',
  label: msg`For developers`,
  position: 5,
  action: 'operator.sandbox',
  isHidden: (data) => !data.hasSandboxPage,
};
