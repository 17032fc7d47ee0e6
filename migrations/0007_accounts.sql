CREATE TABLE `challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`token_version` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `challenges_user` ON `challenges` (`user_id`);--> statement-breakpoint
CREATE INDEX `challenges_expires` ON `challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_canonical` text NOT NULL,
	`old_confirmed_at` integer,
	`new_confirmed_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `email_changes_expires` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `erased_accounts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`email` text NOT NULL,
	`email_verified_at` integer,
	`erased_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `mail_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mail_tokens_user` ON `mail_tokens` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `mail_tokens_expires` ON `mail_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `newsletter_issues` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`reached` integer DEFAULT 0 NOT NULL,
	`queued_count` integer DEFAULT 0 NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `newsletter_issues_open` ON `newsletter_issues` (`id`) WHERE finished_at is null;--> statement-breakpoint
CREATE TABLE `newsletter_subscribers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_canonical` text NOT NULL,
	`confirm_hash` text,
	`requested_at` integer NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `newsletter_subscribers_email` ON `newsletter_subscribers` (`email_canonical`);--> statement-breakpoint
CREATE INDEX `newsletter_subscribers_confirm` ON `newsletter_subscribers` (`confirm_hash`);--> statement-breakpoint
CREATE INDEX `newsletter_subscribers_confirmed` ON `newsletter_subscribers` (`id`) WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX `newsletter_subscribers_waiting` ON `newsletter_subscribers` (`requested_at`) WHERE confirmed_at is null;--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `saved_videos` (
	`user_id` integer NOT NULL,
	`video_id` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`place` real NOT NULL,
	PRIMARY KEY(`user_id`, `video_id`)
);
--> statement-breakpoint
CREATE INDEX `saved_videos_place` ON `saved_videos` (`user_id`,`place`,`video_id`);--> statement-breakpoint
CREATE INDEX `saved_videos_recent` ON `saved_videos` (`user_id`,`saved_at`,`video_id`);--> statement-breakpoint
CREATE INDEX `saved_videos_video` ON `saved_videos` (`video_id`);--> statement-breakpoint
CREATE TABLE `totp_secrets` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `watch_history_unfinished` ON `watch_history` (`user_id`,`watched_at`) WHERE position > 0;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `headers` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `user_id` integer;--> statement-breakpoint
CREATE INDEX `mail_outbox_user` ON `mail_outbox` (`user_id`,`id`) WHERE user_id is not null;--> statement-breakpoint
DROP INDEX `sessions_user`;--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `country` text;--> statement-breakpoint
ALTER TABLE `users` ADD `saves_history` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `muted_mails` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `delete_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `erasing_at` integer;--> statement-breakpoint
CREATE INDEX `users_delete` ON `users` (`delete_at`) WHERE delete_at is not null;--> statement-breakpoint
CREATE INDEX `videos_leaving` ON `videos` (`user_id`,`id`) WHERE hold = 'deletion';--> statement-breakpoint
CREATE INDEX `reports_owner` ON `reports` (`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `removal_requests_owner` ON `removal_requests` (`owner_id`,`id`) WHERE owner_id is not null;--> statement-breakpoint
DROP TRIGGER reports_keep_words;--> statement-breakpoint
CREATE TRIGGER reports_keep_words BEFORE UPDATE OF code, video_id, reason, details, seconds, created_at ON reports
BEGIN
  SELECT RAISE(ABORT, 'a report keeps its words');
END;
--> statement-breakpoint
-- Nor does it become somebody else's: it loses whoever made it, with their account.
CREATE TRIGGER reports_keep_reporter BEFORE UPDATE OF reporter_id, reporter_key ON reports
WHEN NEW.reporter_id IS NOT NULL OR NEW.reporter_key <> 'erased:' || OLD.id
BEGIN
  SELECT RAISE(ABORT, 'a report keeps its reporter');
END;
--> statement-breakpoint
-- Until now no account could change its address: whoever has it is whom the mail was written to.
UPDATE mail_outbox SET user_id = (SELECT id FROM users WHERE email_canonical = lower(recipient));
