ALTER TABLE `videos` ADD `views_listed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `likes_listed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `trashed_at` integer;--> statement-breakpoint
CREATE INDEX `videos_owner_views` ON `videos` (`user_id`,`views_listed`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_likes` ON `videos` (`user_id`,`likes_listed`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_length` ON `videos` (`user_id`,coalesce(duration, 0),`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_processing` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and status = 'processing';--> statement-breakpoint
CREATE INDEX `videos_owner_pending` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and review = 'pending';--> statement-breakpoint
CREATE INDEX `videos_owner_rejected` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and review = 'rejected';--> statement-breakpoint
CREATE INDEX `videos_owner_failed` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and status = 'failed';--> statement-breakpoint
CREATE INDEX `videos_owner_trash` ON `videos` (`user_id`,`trashed_at`,`id`) WHERE hold = 'trash';--> statement-breakpoint
CREATE INDEX `videos_trash` ON `videos` (`trashed_at`) WHERE hold = 'trash';--> statement-breakpoint
UPDATE `videos` SET `views_listed` = `views`, `likes_listed` = `likes` WHERE `views` > 0 OR `likes` > 0;
--> statement-breakpoint
-- The legal pages say what becomes of a deleted video. An edited page gets the new text as a proposal.
INSERT OR IGNORE INTO legal_defaults (slug, title, body, after_version)
  SELECT slug, title, body, (SELECT max(version) FROM legal_documents newest WHERE newest.slug = older.slug)
  FROM legal_documents older WHERE (slug = 'privacy' AND published_at = 1795478400000) OR (slug = 'terms' AND published_at = 1795392000000);
--> statement-breakpoint
UPDATE legal_defaults SET body = replace(replace(body, 'for where you were in a list,', 'for where you were in a list, for how you list your videos,'), '
A location is kept only if you add one yourself', '
A video that you delete is hidden at once. For 7 days you can restore it or delete it for good; after that, it is deleted with its files, views and likes. What a report or a request for removal is about is kept until that is decided.

A location is kept only if you add one yourself') WHERE slug = 'privacy';
--> statement-breakpoint
UPDATE legal_defaults SET body = replace(body, 'This ends when you delete the video.',
  'This ends when you delete the video, which we then keep for 7 days, so that you can restore it.') WHERE slug = 'terms';
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body)
  SELECT slug, after_version + 1, title, 1795564800000, body FROM legal_defaults newer WHERE slug IN ('privacy', 'terms') AND (
    SELECT published_at FROM legal_documents current WHERE current.slug = newer.slug AND current.version = newer.after_version
  ) IN (1795392000000, 1795478400000);
--> statement-breakpoint
DELETE FROM legal_defaults WHERE after_version < (SELECT max(version) FROM legal_documents current WHERE current.slug = legal_defaults.slug);
