-- Tables and indexes are written by `npm run db:baseline`, from db/schema/, down to the line "-- From here on by hand."

CREATE TABLE `segment_indexes` (
	`object_key` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`codecs` text NOT NULL,
	`peak_bandwidth` integer NOT NULL,
	`average_bandwidth` integer NOT NULL,
	`init_bytes` integer NOT NULL,
	`first_offset` integer NOT NULL,
	`first_time` real DEFAULT 0 NOT NULL,
	`segments` text NOT NULL
);

CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`object_key` text NOT NULL,
	`r2_upload_id` text NOT NULL,
	`size` integer NOT NULL,
	`content_type` text NOT NULL,
	`file_name` text NOT NULL,
	`fingerprint` text NOT NULL,
	`part_size` integer NOT NULL,
	`duration` real,
	`width` integer,
	`height` integer,
	`pictures` text,
	`video_id` integer,
	`error` text,
	`opened_by` integer,
	`created_at` integer NOT NULL,
	`touched_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `uploads_open` ON `uploads` (`user_id`,`fingerprint`) WHERE status = 'open';
CREATE INDEX `uploads_user` ON `uploads` (`user_id`);
CREATE INDEX `uploads_reserving` ON `uploads` (`user_id`) WHERE status in ('open', 'completing');
CREATE INDEX `uploads_touched` ON `uploads` (`status`,`touched_at`) WHERE status <> 'used';
CREATE INDEX `uploads_video` ON `uploads` (`video_id`) WHERE video_id is not null;

CREATE TABLE `upload_parts` (
	`upload_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`upload_id`, `number`)
) WITHOUT ROWID;

CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text DEFAULT 'video' NOT NULL,
	`url` text NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`received` integer DEFAULT 0 NOT NULL,
	`size` integer,
	`validator` text,
	`restarts` integer DEFAULT 0 NOT NULL,
	`upload_id` text,
	`video_id` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`touched_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `imports_user` ON `imports` (`user_id`,`created_at`);
CREATE INDEX `imports_video` ON `imports` (`video_id`);
CREATE INDEX `imports_touched` ON `imports` (`status`,`touched_at`);
