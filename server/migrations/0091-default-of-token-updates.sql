-- For processes of the version before, which create tokens while one after the other is upgraded.
alter table service_tokens alter column updated set default now();
