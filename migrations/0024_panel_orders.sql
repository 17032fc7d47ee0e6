CREATE INDEX `videos_views` ON `videos` (`views_listed`,`id`);--> statement-breakpoint
CREATE INDEX `videos_length` ON `videos` (coalesce(duration, 0),`id`);