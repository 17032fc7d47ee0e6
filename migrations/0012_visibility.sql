ALTER TABLE `owner_counts` ADD `unlisted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `owner_counts` ADD `scheduled` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `saved_videos` ADD `link_key` text;--> statement-breakpoint
ALTER TABLE `videos` ADD `unlisted_key` text;--> statement-breakpoint
ALTER TABLE `videos` ADD `publish_at` integer;--> statement-breakpoint
CREATE INDEX `videos_owner_private` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and is_public = 0 and unlisted_key is null;--> statement-breakpoint
CREATE INDEX `videos_owner_unlisted` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and is_public = 0 and unlisted_key is not null;--> statement-breakpoint
CREATE INDEX `videos_owner_scheduled` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and is_public = 0 and publish_at is not null;--> statement-breakpoint
CREATE INDEX `videos_due` ON `videos` (`publish_at`) WHERE is_public = 0 and publish_at is not null and status = 'ready' and review = 'approved' and hold is null;--> statement-breakpoint
CREATE INDEX `videos_unlisted` ON `videos` (`id`) WHERE is_public = 0 and unlisted_key is not null;--> statement-breakpoint
CREATE INDEX `videos_scheduled` ON `videos` (`id`) WHERE is_public = 0 and publish_at is not null;--> statement-breakpoint
ALTER TABLE `watch_history` ADD `link_key` text;--> statement-breakpoint
-- Beside the older triggers, which count what is public: an unlisted or a scheduled video is rare, and costs nothing else.
CREATE TRIGGER videos_links_counted_insert AFTER INSERT ON videos
WHEN NEW.is_public = 0 AND (NEW.unlisted_key IS NOT NULL OR NEW.publish_at IS NOT NULL) AND (NEW.hold IS NULL OR NEW.hold = 'quarantine')
BEGIN
  INSERT INTO owner_counts (user_id, unlisted, scheduled)
    VALUES (NEW.user_id, NEW.unlisted_key IS NOT NULL, NEW.publish_at IS NOT NULL)
    ON CONFLICT (user_id) DO UPDATE SET unlisted = unlisted + excluded.unlisted, scheduled = scheduled + excluded.scheduled;
END;
--> statement-breakpoint
CREATE TRIGGER videos_links_counted_update AFTER UPDATE OF unlisted_key, publish_at, is_public, hold ON videos
WHEN OLD.unlisted_key IS NOT NULL OR NEW.unlisted_key IS NOT NULL OR OLD.publish_at IS NOT NULL OR NEW.publish_at IS NOT NULL
BEGIN
  UPDATE owner_counts SET
      unlisted = unlisted + (NEW.hold IS NULL OR NEW.hold = 'quarantine') * (NEW.is_public = 0 AND NEW.unlisted_key IS NOT NULL) - (OLD.hold IS NULL OR OLD.hold = 'quarantine') * (OLD.is_public = 0 AND OLD.unlisted_key IS NOT NULL),
      scheduled = scheduled + (NEW.hold IS NULL OR NEW.hold = 'quarantine') * (NEW.is_public = 0 AND NEW.publish_at IS NOT NULL) - (OLD.hold IS NULL OR OLD.hold = 'quarantine') * (OLD.is_public = 0 AND OLD.publish_at IS NOT NULL)
    WHERE user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER videos_links_counted_delete AFTER DELETE ON videos
WHEN OLD.is_public = 0 AND (OLD.unlisted_key IS NOT NULL OR OLD.publish_at IS NOT NULL) AND (OLD.hold IS NULL OR OLD.hold = 'quarantine')
BEGIN
  UPDATE owner_counts SET unlisted = unlisted - (OLD.unlisted_key IS NOT NULL), scheduled = scheduled - (OLD.publish_at IS NOT NULL)
    WHERE user_id = OLD.user_id;
END;
