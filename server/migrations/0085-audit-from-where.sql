-- The audit trail says with which browser or program an act was done, and finds all entries of one request.
alter table audit_log add column user_agent text not null default '';
create index audit_log_by_request on audit_log (request_id);
