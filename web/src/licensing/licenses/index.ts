export { useLicense } from './api/license.ts';
export { useLicenses } from './api/list-licenses.ts';
export { LicenseDetails } from './components/license-details.tsx';
export { LicenseTable } from './components/license-table.tsx';
