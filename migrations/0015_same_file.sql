ALTER TABLE `media_objects` ADD `parts_sha256` text;--> statement-breakpoint
CREATE INDEX `media_objects_owner_parts` ON `media_objects` (`owner_id`,`parts_sha256`) WHERE parts_sha256 is not null;