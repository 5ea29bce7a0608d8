-- Set while a report was asked for by hand: it is then asked for whatever the time is, and again after it was taken.
alter table zoom_reports add column requested_on timestamptz;
