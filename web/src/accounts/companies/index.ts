export { useCompany } from './api/companies.ts';
export { AccountBrandButton } from './components/account-brand.tsx';
export { CompanyForm } from './components/company-form-lazy.ts';
export { CompanyTable } from './components/company-table.tsx';
export { RemoveCompanyButton } from './components/remove-company.tsx';
