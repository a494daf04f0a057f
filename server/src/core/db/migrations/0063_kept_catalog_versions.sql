-- Only the newest versions of the catalog are kept. The version that one was made from is a number alone: it may not be kept any more.
alter table catalog_versions drop constraint catalog_versions_based_on_fkey;
drop index catalog_versions_based_on_idx;

-- What the audit log says once the version is published, with who asked for it. Null for a file.
alter table catalog_versions add column event jsonb;
