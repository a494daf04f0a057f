import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { type Feature, features, type Permission, permissions } from '../api/permissions.ts';
import { personFields, storedPersonFields } from '../api/person-fields.ts';
import { roleLabels } from '../api/roles.ts';
import {
  catalogId,
  formRevision,
  lineOfText,
  listQuery,
  listRevision,
  listSchema,
  rowId,
  rowIdParameter,
  utc,
} from '../api/values.ts';
import { verificationLength } from './verification-length.ts';

/** How the person was verified whose second factor is reset. It is kept in the audit log (USR-33). */
export const verification = z.object({ verification: lineOfText(verificationLength.most, verificationLength.least) });

/**
 * The parts of a user that the caller may change (USR-19, USR-26, USR-27). Whether the user is the last active admin
 * is checked only on saving (USR-22).
 */
const allowedChanges = z.object({
  /** Login, address, names, phone and comments. */
  details: z.boolean(),
  /** Activation, admin rights, read-only and the end of access. */
  standing: z.boolean(),
  /** Features, permissions and products. Admins have all of them. */
  grants: z.boolean(),
  /** Password, second factor and sessions of another user. */
  waysIn: z.boolean(),
  /** Whether the caller may make the user the owner (USR-12). */
  ownership: z.boolean(),
});
export type AllowedChanges = z.infer<typeof allowedChanges>;

/** A user of an account, as the account's admins see it (USR-8). */
export const user = z.object({
  id: rowId,
  login: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  comments: z.string(),
  active: z.boolean(),
  readOnly: z.boolean(),
  admin: z.boolean(),
  isOwner: z.boolean(),
  roles: z.array(z.enum(Object.values(roleLabels))),
  /** Whether the user has an open invitation (LINK-10). */
  isInvited: z.boolean(),
  /** When access ends; null for never (USR-23). */
  expDate: utc.nullable(),
  /** Null before the first sign-in. */
  lastLoginDate: utc.nullable(),
  /** Whether the login has changed since the user was added. */
  isLoginChanged: z.boolean(),
  /** Whether the user has a second factor, which sign-ins require. */
  hasSecondFactor: z.boolean(),
  allowed: allowedChanges,
  /** Identifies the details, role and end of access. */
  revision: z.string(),
});
export type User = z.infer<typeof user>;

/** One user, with the ids of their products. */
export const userWithProducts = user.extend({ availableProducts: z.array(catalogId) });
export type UserWithProducts = z.infer<typeof userWithProducts>;

/** The editable details of a user. If `admin`, `readOnly` or `expDate` is left out, its value is kept. */
export const userDetails = z.object({
  ...storedPersonFields,
  admin: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  expDate: utc.nullable().optional(),
  revision: formRevision,
});
export type UserDetails = z.infer<typeof userDetails>;

const newUser = z.object({
  ...personFields,
  lastName: personFields.lastName.default(''),
  phone: personFields.phone.default(''),
  comments: personFields.comments.default(''),
  admin: z.boolean().default(false),
  readOnly: z.boolean().default(false),
  expDate: utc.nullable().default(null),
  /** Left out, empty or null: the user gets an invitation by mail and sets the first password (LINK-6). */
  password: z.string().max(4_000).nullable().default(null),
  /** If left out, the user gets the account's default products. Admins have all products (USR-13). */
  availableProducts: z.array(catalogId).max(1_000).optional(),
});
export type NewUserInput = z.input<typeof newUser>;

const userSortFields = ['login', 'email', 'firstName', 'lastName', 'lastLoginDate'] as const;
export type UserSortField = (typeof userSortFields)[number];

/** Roles by which the list can be filtered. `admin` includes the owner. */
export const userRoleFilters = ['owner', 'admin', 'user', 'readOnly'] as const;
export type UserRoleFilter = (typeof userRoleFilters)[number];

/** The filters of the list and the report. */
export const userFilter = {
  /** Part of a login, an email address or a name, ignoring case. */
  textFilter: z.string().trim().max(200).default(''),
  /** `active`: users who can sign in, neither deactivated nor expired. */
  status: z.enum(['active', 'inactive']).optional(),
  role: z.enum(userRoleFilters).optional(),
};

/** A feature or a permission of a user. */
const userFeature = z.object({
  id: z.enum([...features, ...permissions]),
  kind: z.enum(['feature', 'permission']),
  title: z.string(),
  description: z.string(),
  isEnabled: z.boolean(),
});
export type UserFeature = z.infer<typeof userFeature>;

/** The id of a feature or a permission. Both are in one list. */
export type GrantId = Feature | Permission;

const userFeatures = z.object({
  features: z.array(userFeature),
  /** Admins have all features and permissions; none can be revoked. */
  isAdmin: z.boolean(),
});
export type UserFeatures = z.infer<typeof userFeatures>;

const availableProduct = z.object({
  id: catalogId,
  name: z.string(),
  /** Whether the user has the product. */
  isAvailable: z.boolean(),
  /** Whether new users of the account get the product. */
  isDefault: z.boolean(),
  /** Address of the user's settings inside the product; null if the product has none (USR-16). */
  userSettingsUrl: z.string().nullable(),
});
export type AvailableProduct = z.infer<typeof availableProduct>;

const params = z.object({ id: rowIdParameter });

export const users = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/User/list',
    summary: "The account's users",
    action: 'users.view',
    query: listQuery(userSortFields, { sortField: 'login', order: 'asc' }).extend(userFilter),
    response: listSchema(user),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/User/{id}',
    summary: 'One user of the account',
    action: 'users.view',
    params,
    response: userWithProducts,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/User/',
    summary: 'Adds a user, with a password or with an invitation by mail',
    action: 'users.add',
    body: newUser,
    response: z.object({ passportUserId: rowId }),
    errors: ['ConfirmationRequired'],
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/api/User/{id}',
    summary: "Changes a user's details, role and end of access; only the owner can change the owner's details",
    action: 'users.manage',
    params,
    body: userDetails,
    response: userWithProducts,
    errors: ['Conflict', 'ConfirmationRequired'],
  }),
  changeActivation: defineEndpoint({
    method: 'POST',
    path: '/api/User/changeActivation/{id}',
    summary: 'Activates a user, or deactivates one and ends their sessions',
    action: 'users.manage',
    params,
    query: z.object({ active: z.enum(['true', 'false']).transform((text) => text === 'true') }),
    response: userWithProducts,
    errors: ['Conflict', 'ConfirmationRequired'],
  }),
  changeOwner: defineEndpoint({
    method: 'POST',
    path: '/api/User/ChangeOwner/{id}',
    summary: 'Transfers the ownership of the account to an active admin; only the owner can do this',
    action: 'users.transferOwnership',
    confirmed: true,
    params,
    response: userWithProducts,
    errors: ['Conflict'],
  }),
  changePassword: defineEndpoint({
    method: 'POST',
    path: '/api/User/ChangePassword/{id}',
    summary: "Sets another user's password and ends their sessions",
    action: 'users.manageWaysIn',
    confirmed: true,
    params,
    body: z.object({ newPassword: z.string().max(4_000), newPasswordConfirmation: z.string().max(4_000) }),
    response: z.object({}),
  }),
  resetSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/api/User/ResetSecondFactor/{id}',
    summary: "Removes another user's second factors and recovery codes and ends their sessions",
    action: 'users.manageWaysIn',
    confirmed: true,
    params,
    body: verification,
    response: userWithProducts,
  }),
  endSessions: defineEndpoint({
    method: 'POST',
    path: '/api/User/EndSessions/{id}',
    summary: "Ends another user's sessions",
    action: 'users.manageWaysIn',
    confirmed: true,
    params,
    response: z.object({ ended: z.int().nonnegative() }),
  }),
  listProducts: defineEndpoint({
    method: 'GET',
    path: '/api/User/{id}/AvailableProducts',
    summary: 'All products, and which of them a user has',
    action: 'users.view',
    params,
    response: z.array(availableProduct),
  }),
  saveProducts: defineEndpoint({
    method: 'PUT',
    path: '/api/User/{id}/AvailableProducts',
    summary: 'Replaces the products of a user',
    action: 'users.manage',
    params,
    query: listRevision,
    body: z.array(catalogId).max(1_000),
    response: z.array(availableProduct),
    errors: ['Conflict'],
  }),
  listFeatures: defineEndpoint({
    method: 'GET',
    path: '/UserFeatures/{id}',
    summary: 'Features and permissions, and which of them a user has',
    action: 'users.view',
    params,
    response: userFeatures,
  }),
  saveFeatures: defineEndpoint({
    method: 'POST',
    path: '/UserFeatures/{id}',
    summary: 'Replaces the features and permissions of a user',
    action: 'users.manage',
    params,
    query: listRevision,
    body: z.array(z.enum([...features, ...permissions])).max(100),
    response: userFeatures,
    errors: ['Conflict'],
  }),
};
