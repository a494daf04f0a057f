-- Operators list the licenses of all accounts, and find them by the beginning of a number or serial number, in any case.
create index licenses_created_idx on licenses (created_at, id);
create index licenses_number_prefix_idx on licenses (lower(number) text_pattern_ops);
create index licenses_serial_number_prefix_idx on licenses (lower(serial_number) text_pattern_ops);
