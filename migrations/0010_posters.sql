CREATE INDEX `media_objects_derived_unread` ON `media_objects` (`created_at`) WHERE sha256 is null and kind in ('rung', 'preview', 'trailer') and doomed_at is null;--> statement-breakpoint
ALTER TABLE `settings` ADD `offers_downloads` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `offers_4k` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `poster_style` text DEFAULT 'blurred' NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `blurred_key` text;--> statement-breakpoint
ALTER TABLE `videos` ADD `blurred_bytes` integer;--> statement-breakpoint
ALTER TABLE `videos` ADD `trailer_key` text;--> statement-breakpoint
ALTER TABLE `videos` ADD `trailer_bytes` integer;--> statement-breakpoint
CREATE INDEX `videos_public_download` ON `videos` (`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null and allow_download = 1;--> statement-breakpoint
CREATE INDEX `videos_public_4k` ON `videos` (`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null and min(width, height) >= 2160;--> statement-breakpoint
CREATE UNIQUE INDEX `videos_blurred` ON `videos` (`blurred_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `videos_trailer` ON `videos` (`trailer_key`);--> statement-breakpoint
-- Limits that nobody has changed: in the units that people read them in.
UPDATE settings SET max_upload_bytes = 4000000000 WHERE max_upload_bytes = 4294967296;--> statement-breakpoint
UPDATE settings SET quota_bytes = 50000000000 WHERE quota_bytes = 53687091200;--> statement-breakpoint
-- A premium video's picture is no longer for everyone: what was signed for the present ones ends.
INSERT INTO revocations (kind, target, below, at) SELECT 'object', poster_key, revision + 1, unixepoch() * 1000 FROM videos WHERE is_premium = 1 AND poster_key IS NOT NULL;--> statement-breakpoint
UPDATE videos SET revision = revision + 1 WHERE is_premium = 1 AND poster_key IS NOT NULL;
