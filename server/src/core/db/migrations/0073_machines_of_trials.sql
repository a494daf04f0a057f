-- Operators see a trial on a machine that is known from another account's trial: its devices are found by their hardware IDs.
create index devices_any_hardware_idx on devices (hardware_id);
