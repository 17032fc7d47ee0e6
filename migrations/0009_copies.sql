CREATE TABLE `replaced_files` (
	`object_key` text NOT NULL,
	`place` text NOT NULL,
	`video_id` integer NOT NULL,
	`columns` text NOT NULL,
	PRIMARY KEY(`object_key`, `place`)
);
--> statement-breakpoint
CREATE INDEX `replaced_files_video` ON `replaced_files` (`video_id`);--> statement-breakpoint
ALTER TABLE `media_objects` ADD `picture_sha256` text;--> statement-breakpoint
ALTER TABLE `media_objects` ADD `sound_sha256` text;--> statement-breakpoint
ALTER TABLE `media_objects` ADD `tracks_hashed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `media_objects_picture` ON `media_objects` (`picture_sha256`);--> statement-breakpoint
CREATE INDEX `media_objects_tracks_unhashed` ON `media_objects` (`key`) WHERE sha256 is not null and tracks_hashed = 0 and kind in ('source', 'rung', 'preview') and doomed_at is null;