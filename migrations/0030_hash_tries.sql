ALTER TABLE `media_objects` ADD `read_tries` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `media_objects` ADD `read_due_at` integer;
--> statement-breakpoint
CREATE INDEX `media_objects_tracks_due` ON `media_objects` (coalesce(read_due_at, created_at)) WHERE sha256 is not null and tracks_hashed = 0 and kind in ('source', 'rung', 'preview') and doomed_at is null;
--> statement-breakpoint
CREATE INDEX `media_objects_derived_due` ON `media_objects` (coalesce(read_due_at, created_at)) WHERE sha256 is null and kind in ('rung', 'preview', 'trailer') and doomed_at is null;
--> statement-breakpoint
CREATE INDEX `dead_letters_same` ON `dead_letters` (`queue`,`body`) WHERE resolved_at is null;
