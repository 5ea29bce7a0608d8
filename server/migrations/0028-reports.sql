-- Who was ever on a paying roster is asked of many classes at once: those whose places were released stand in an index of
-- their own, beside that of the live ones.
create index roster_sources_paid_before on roster_sources (lesson_id, student_id)
  where released_on is not null and kind = 'PAYMENT';

-- The lessons that somebody tried are few among all.
create index roster_sources_on_trial on roster_sources (lesson_id, student_id)
  where released_on is null and kind = 'TRIAL';
