-- Settings of an identity provider that are tested before they are saved, so that those of an active one change without a gap.

alter table external_providers
  -- A keyed hash of the unsaved settings that passed a test last. Whoever saves exactly these saves tested ones.
  add column tested_draft bytea,
  add column tested_draft_at timestamptz;

-- Sealed: the unsaved settings that a test is about. They leave with the visit.
alter table sso_flows add column draft bytea;

-- Never read: a test's steps have their times, and users their addresses and sign-ins.
alter table sso_tests drop column ended_at, drop column took_milliseconds;
alter table sso_identities drop column email, drop column last_used_at;
