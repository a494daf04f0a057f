-- Operators find a license by a part of its serial number, however its digits are grouped.
drop index licenses_serial_number_prefix_idx;
create index licenses_serial_digits_idx on licenses using gin (replace(serial_number, '-', '') gin_trgm_ops);
