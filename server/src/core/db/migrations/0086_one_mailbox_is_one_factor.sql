-- Codes by mail are closed after a mailed link set the password: one mailbox must not prove both factors. Proving another factor opens them again.
alter table second_factors add column closed_by_reset boolean not null default false;
