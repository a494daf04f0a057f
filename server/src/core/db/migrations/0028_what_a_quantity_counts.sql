-- The word for what the product's quantity counts, such as {"one": {"en": "seat", "fr": …}, "other": {"en": "seats", "fr": …}}, from the catalog file.
-- Null where the file has none: the usual word of the licensing type is shown.
alter table products add column unit jsonb;
