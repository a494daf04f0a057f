export { ChecksPart } from './checks-part.tsx';
export { OperatorLicenseTable } from './operator-license-table.tsx';
