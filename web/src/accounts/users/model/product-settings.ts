import type { AvailableProduct } from '@portico/contract';

/** Sections of a user's settings in products. */
export type SettingsSection = 'locations' | 'permissions' | 'notifications';

/** A product that shows settings of a user itself, with the address of its page. */
export interface SettingsProduct {
  readonly id: string;
  readonly name: string;
  readonly userSettingsUrl: string;
}

/** The user's products with a settings page (USR-14). */
export function productsWithSettings(products: readonly AvailableProduct[]): SettingsProduct[] {
  return products.flatMap(({ id, name, isAvailable, userSettingsUrl }) =>
    isAvailable && userSettingsUrl !== null ? [{ id, name, userSettingsUrl }] : [],
  );
}

/** The address of a section of a user's settings in a product (USR-14). */
export function settingsAddress(userSettingsUrl: string, userId: number, section: SettingsSection): string {
  const address = new URL(userSettingsUrl);
  address.searchParams.set('userId', String(userId));
  address.searchParams.set('section', section);
  return address.href;
}
