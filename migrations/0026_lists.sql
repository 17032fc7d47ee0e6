CREATE TABLE `list_items` (
	`list_id` integer NOT NULL,
	`video_id` integer NOT NULL,
	`place` real NOT NULL,
	`added_at` integer NOT NULL,
	`link_key` text,
	PRIMARY KEY(`list_id`, `video_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `list_items_place` ON `list_items` (`list_id`,`place`,`video_id`);--> statement-breakpoint
CREATE INDEX `list_items_video` ON `list_items` (`video_id`);--> statement-breakpoint
CREATE TABLE `lists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`link_key` text,
	`closed_at` integer,
	`item_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lists_recent` ON `lists` (`user_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `lists_name` ON `lists` (`user_id`,`name_folded`);--> statement-breakpoint
CREATE UNIQUE INDEX `lists_link` ON `lists` (`link_key`) WHERE link_key is not null;
--> statement-breakpoint
CREATE TRIGGER list_items_insert AFTER INSERT ON list_items
BEGIN
  UPDATE lists SET item_count = item_count + 1 WHERE id = NEW.list_id;
END;
--> statement-breakpoint
CREATE TRIGGER list_items_delete AFTER DELETE ON list_items
BEGIN
  UPDATE lists SET item_count = item_count - 1 WHERE id = OLD.list_id;
END;
