-- The web's built files of all versions that run or ran lately, so that each process can answer the files of the others. Names have a content hash.
create table built_files (
  name text primary key,
  content bytea not null,
  -- Whether the content is compressed with Brotli.
  is_compressed boolean not null,
  -- When a process with this file started, or ran the nightly job. To the day.
  used_at timestamptz not null default now()
);
-- PostgreSQL would compress the content again.
alter table built_files alter column content set storage external;
create index built_files_used on built_files (used_at);
