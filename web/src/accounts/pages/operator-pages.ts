import { msg } from '@lingui/core/macro';
import { Palette } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';
import { runningGroup } from '../../operators/pages/menu-groups.ts';
import { filteredListSearch } from '../../ui/data-table/search.ts';

const companies = definePage({
  path: paths.companies,
  action: 'operator.companies',
  title: msg`Brands`,
  menu: { group: runningGroup, position: 3, icon: Palette, isForOperators: true },
  search: filteredListSearch(['name'], { sortField: 'name', order: 'asc' }),
  catalogs: ['operator'],
  load: () => import('./companies.tsx').then((module) => module.CompaniesPage),
});

const newCompany = definePage({
  path: paths.newCompany,
  action: 'operator.manageCompanies',
  title: msg`New brand`,
  under: paths.companies,
  catalogs: ['operator'],
  load: () => import('./companies.tsx').then((module) => module.NewCompanyPage),
});

const company = definePage({
  path: paths.company,
  action: 'operator.companies',
  title: msg`Brand`,
  under: paths.companies,
  catalogs: ['operator'],
  load: () => import('./companies.tsx').then((module) => module.CompanyPage),
});

/** The vendor's brands. */
export const brandPages = [companies, newCompany, company] as const;
