-- How much an account has uploaded within a day is asked at every upload.
drop index uploaded_images_created_by;
create index uploaded_images_by_account on uploaded_images (created_by, created) include (bytes);
