import { msg } from '@lingui/core/macro';
import { Boxes } from 'lucide-react';
import { definePage } from '../../app/define-page.ts';
import { paths } from '../../app/paths.ts';
import { extendSearch, filteredListSearch, listSearch } from '../../ui/data-table/search.ts';

const catalog = definePage({
  path: paths.catalog,
  action: 'operator.catalog',
  title: msg`Catalog`,
  menu: { position: 3, icon: Boxes, isForOperators: true },
  search: extendSearch(filteredListSearch(['position'], { sortField: 'position', order: 'asc' }), ({ list, show }) => ({
    list: list === 'coupons' ? ('coupons' as const) : undefined,
    show: show === 'retired' ? ('retired' as const) : undefined,
  })),
  catalogs: ['operator', 'catalog-drafts'],
  load: () => import('./catalog.tsx').then((module) => module.CatalogPage),
});

const newCatalogEntry = definePage({
  path: paths.newCatalogEntry,
  action: 'operator.manageCatalog',
  title: msg`New entry`,
  under: paths.catalog,
  catalogs: ['operator', 'catalog-drafts'],
  load: () => import('./catalog-entry.tsx').then((module) => module.NewCatalogEntryPage),
});

const catalogEntry = definePage({
  path: paths.catalogEntry,
  action: 'operator.catalog',
  title: msg`Entry`,
  under: paths.catalog,
  catalogs: ['operator', 'catalog-drafts'],
  load: () => import('./catalog-entry.tsx').then((module) => module.CatalogEntryPage),
});

const catalogChanges = definePage({
  path: paths.catalogChanges,
  action: 'operator.catalog',
  title: msg`Changes of the catalog`,
  under: paths.catalog,
  catalogs: ['operator', 'catalog-drafts'],
  load: () => import('./catalog-versions.tsx').then((module) => module.CatalogChangesPage),
});

const catalogVersions = definePage({
  path: paths.catalogVersions,
  action: 'operator.catalog',
  title: msg`Versions`,
  under: paths.catalog,
  search: listSearch(['id'], { sortField: 'id', order: 'desc' }),
  catalogs: ['operator', 'catalog-drafts'],
  load: () => import('./catalog-versions.tsx').then((module) => module.CatalogVersionsPage),
});

const catalogVersion = definePage({
  path: paths.catalogVersion,
  action: 'operator.catalog',
  title: msg`Version`,
  under: paths.catalogVersions,
  catalogs: ['operator', 'catalog-drafts'],
  load: () => import('./catalog-versions.tsx').then((module) => module.CatalogVersionPage),
});

/** The pages on which operators change the catalog. */
export const catalogEditorPages = [
  catalog,
  newCatalogEntry,
  catalogEntry,
  catalogChanges,
  catalogVersions,
  catalogVersion,
] as const;
