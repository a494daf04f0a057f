import { activationCalls } from './activations.ts';
import { reportCalls } from './reports.ts';
import { sessionCalls } from './sessions.ts';

export { type LicenseFullData, licenseFullData, type ValidationCode, validationCodes } from './activations.ts';
export {
  type Fingerprint,
  type LicensedDevice,
  type LicensedLicense,
  type LicensingCall,
  licensingPath,
} from './call.ts';
export {
  commonLicensingCodes,
  type LicensingCode,
  type LicensingProblem,
  licensingEnvelope,
  licensingProblem,
  licensingStatuses,
} from './problems.ts';
export type { UsageDay } from './reports.ts';

/** Every call of the licensing API, which products use with a token. It has its own OpenAPI document (LIC-4). */
export const licensing = { ...activationCalls, ...sessionCalls, ...reportCalls } as const;
