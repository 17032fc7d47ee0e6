CREATE TABLE `blocked_hashes` (
	`sha256` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `imports_user` ON `imports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `imports_video` ON `imports` (`video_id`);--> statement-breakpoint
CREATE INDEX `imports_touched` ON `imports` (`status`,`touched_at`);--> statement-breakpoint
CREATE TABLE `media_objects` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`sha256` text,
	`samples_sha256` text,
	`crc32` integer,
	`created_at` integer NOT NULL,
	`doomed_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `media_objects_doomed` ON `media_objects` (`doomed_at`) WHERE doomed_at is not null;--> statement-breakpoint
CREATE INDEX `media_objects_owner` ON `media_objects` (`owner_id`);--> statement-breakpoint
CREATE INDEX `media_objects_sha256` ON `media_objects` (`sha256`);--> statement-breakpoint
CREATE TABLE `owner_storage` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `revocations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`below` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `revocations_at` ON `revocations` (`at`);--> statement-breakpoint
CREATE TABLE `storage_totals` (
	`kind` text PRIMARY KEY NOT NULL,
	`objects` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `upload_parts` (
	`upload_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`upload_id`, `number`)
) WITHOUT ROWID;
--> statement-breakpoint
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
	`video_id` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`touched_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_open` ON `uploads` (`user_id`,`fingerprint`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`,`status`);--> statement-breakpoint
CREATE INDEX `uploads_touched` ON `uploads` (`status`,`touched_at`);--> statement-breakpoint
CREATE INDEX `uploads_video` ON `uploads` (`video_id`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text,
	`details` text,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`id`);--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer NOT NULL,
	`at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE INDEX `dead_letters_open` ON `dead_letters` (`at`) WHERE resolved_at is null;--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`held_until` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dedupe_key` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`sent_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_outbox_dedupe` ON `mail_outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`next_attempt_at`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE TABLE `rate_windows` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `rate_windows_resets` ON `rate_windows` (`resets_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_name` text NOT NULL,
	`site_description` text NOT NULL,
	`contact_email` text NOT NULL,
	`site_url` text NOT NULL,
	`crypto_payments_enabled` integer DEFAULT false NOT NULL,
	`maintenance_mode` integer DEFAULT false NOT NULL,
	`require_content_approval` integer DEFAULT false NOT NULL,
	`min_duration` integer DEFAULT 1 NOT NULL,
	`max_duration` integer DEFAULT 3600 NOT NULL,
	`max_upload_bytes` integer NOT NULL,
	`quota_bytes` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `legal_acceptances` (
	`user_id` integer NOT NULL,
	`slug` text NOT NULL,
	`version` integer NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `slug`, `version`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `legal_documents` (
	`slug` text NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`published_at` integer NOT NULL,
	PRIMARY KEY(`slug`, `version`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`token_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_seen` ON `sessions` (`seen_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`premium_until` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`username_canonical` text NOT NULL,
	`username_skeleton` text NOT NULL,
	`email` text NOT NULL,
	`email_canonical` text NOT NULL,
	`email_verified_at` integer,
	`password_hash` text NOT NULL,
	`is_admin` integer DEFAULT false NOT NULL,
	`token_version` integer DEFAULT 0 NOT NULL,
	`ban_reason` text,
	`ban_until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username_canonical`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_skeleton` ON `users` (`username_skeleton`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email_canonical`);--> statement-breakpoint
CREATE TABLE `categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`video_count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug` ON `categories` (`slug`);--> statement-breakpoint
CREATE TABLE `likes` (
	`user_id` integer NOT NULL,
	`video_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `video_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `likes_video` ON `likes` (`video_id`);--> statement-breakpoint
CREATE TABLE `owner_counts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`public` integer DEFAULT 0 NOT NULL,
	`premium` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `videos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`title_folded` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`category_id` integer NOT NULL,
	`is_premium` integer DEFAULT false NOT NULL,
	`is_public` integer DEFAULT true NOT NULL,
	`allow_download` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'processing' NOT NULL,
	`review` text DEFAULT 'approved' NOT NULL,
	`hold` text,
	`reason` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`source_key` text,
	`source_type` text,
	`source_bytes` integer,
	`duration` real,
	`width` integer,
	`height` integer,
	`poster_key` text,
	`poster_type` text,
	`poster_bytes` integer,
	`latitude` real,
	`longitude` real,
	`views` integer DEFAULT 0 NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`popularity` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `videos_public_new` ON `videos` (`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_class_new` ON `videos` (`is_premium`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_category_new` ON `videos` (`category_id`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_category_class_new` ON `videos` (`category_id`,`is_premium`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_popular` ON `videos` (`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_class_popular` ON `videos` (`is_premium`,`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_category_popular` ON `videos` (`category_id`,`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_category_class_popular` ON `videos` (`category_id`,`is_premium`,`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_title` ON `videos` (`title_folded`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_owner` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_public` ON `videos` (`user_id`,`is_public`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_premium` ON `videos` (`user_id`,`is_premium`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_pending` ON `videos` (`id`) WHERE review = 'pending';--> statement-breakpoint
CREATE INDEX `videos_processing` ON `videos` (`id`) WHERE status = 'processing';--> statement-breakpoint
CREATE INDEX `videos_category` ON `videos` (`category_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `videos_source` ON `videos` (`source_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `videos_poster` ON `videos` (`poster_key`);--> statement-breakpoint
CREATE TABLE `views_seen` (
	`video_id` integer NOT NULL,
	`viewer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`video_id`, `viewer`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `views_seen_at` ON `views_seen` (`at`);