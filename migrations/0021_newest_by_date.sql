DROP INDEX `videos_public_new`;--> statement-breakpoint
DROP INDEX `videos_public_class_new`;--> statement-breakpoint
DROP INDEX `videos_public_category_new`;--> statement-breakpoint
DROP INDEX `videos_public_category_class_new`;--> statement-breakpoint
CREATE INDEX `videos_public` ON `videos` (`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_new` ON `videos` (`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_class_new` ON `videos` (`is_premium`,`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_category_new` ON `videos` (`category_id`,`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_category_class_new` ON `videos` (`category_id`,`is_premium`,`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;