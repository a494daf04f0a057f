export type { License, LicensedProduct } from './license.ts';
export {
  type PublicKeys,
  type Reason,
  type Verification,
  type VerifyOptions,
  verifyLicense,
} from './verify-license.ts';
