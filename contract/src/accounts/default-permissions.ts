import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { features, permissions } from '../api/permissions.ts';
import { catalogId, listRevision } from '../api/values.ts';

const grantable = [...features, ...permissions] as const;
/** Something that a user can be granted: a feature of the portal, or a permission for their own profile. */
export type Grantable = (typeof grantable)[number];

const defaultPermission = z.object({
  id: z.enum(grantable),
  kind: z.enum(['feature', 'permission']),
  /** In the user's language. */
  title: z.string(),
  /** What the feature or permission gives access to, in the user's language. */
  description: z.string(),
  /** Whether new users get the feature or permission. */
  isEnabled: z.boolean(),
});
export type DefaultPermission = z.infer<typeof defaultPermission>;

const defaultProduct = z.object({
  id: catalogId,
  name: z.string(),
  /** Whether the product can be opened now. */
  isAvailable: z.boolean(),
  /** Whether new users get the product. */
  isDefault: z.boolean(),
});
export type DefaultProduct = z.infer<typeof defaultProduct>;

const permissionsAnswer = z.object({
  /** The account's features, then the permissions. */
  features: z.array(defaultPermission),
});
const productsAnswer = z.array(defaultProduct);

/** The features, permissions and products of an account's new users. The owner and admins always have everything. */
export const defaultPermissions = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/DefaultUserFeatures/get',
    summary: 'The features and permissions of new users',
    action: 'defaultPermissions.view',
    response: permissionsAnswer,
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/api/DefaultUserFeatures/update',
    summary: 'Sets the features and permissions of new users; existing users are unchanged',
    action: 'defaultPermissions.manage',
    query: listRevision,
    body: z.array(z.enum(grantable)).max(100),
    response: permissionsAnswer,
    errors: ['Conflict'],
  }),
  getProducts: defineEndpoint({
    method: 'GET',
    path: '/api/DefaultProducts',
    summary: 'The products of new users',
    action: 'defaultPermissions.view',
    response: productsAnswer,
  }),
  saveProducts: defineEndpoint({
    method: 'PUT',
    path: '/api/DefaultProducts',
    summary: 'Sets the products of new users; existing users are unchanged',
    action: 'defaultPermissions.manage',
    query: listRevision,
    body: z.array(catalogId).max(1_000),
    response: productsAnswer,
    errors: ['Conflict'],
  }),
};
