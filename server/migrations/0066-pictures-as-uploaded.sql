-- The SHA-256 of the file that a picture was made of, by which an import knows a picture that it has read before; null
-- for older pictures (ADR 64).
alter table uploaded_images add column source_digest bytea;
create index uploaded_images_source on uploaded_images (source_digest) where source_digest is not null;
-- A file that the bank wrote has pictures as they are kept.
create index uploaded_images_content on uploaded_images (sha256(content));
