-- Tables and indexes are written by `npm run db:baseline`, from db/schema/, down to the line "-- From here on by hand."

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
	`staff` text,
	`token_version` integer DEFAULT 0 NOT NULL,
	`ban_reason` text,
	`ban_until` integer,
	`created_at` integer NOT NULL,
	`saves_history` integer DEFAULT true NOT NULL,
	`muted_mails` text DEFAULT '[]' NOT NULL,
	`muted_notices` text DEFAULT '[]' NOT NULL,
	`digest_kinds` text DEFAULT '[]' NOT NULL,
	`digested_at` integer,
	`notices_read_at` integer DEFAULT 0 NOT NULL,
	`delete_at` integer,
	`deleting_at` integer,
	`trusted_at` integer,
	`quota_bytes` integer,
	`publishes_per_day` integer,
	`open_uploads` integer,
	CONSTRAINT "users_staff_roles" CHECK(staff in ('owner', 'moderator', 'support'))
);
CREATE UNIQUE INDEX `users_username` ON `users` (`username_canonical`);
CREATE UNIQUE INDEX `users_username_skeleton` ON `users` (`username_skeleton`);
CREATE UNIQUE INDEX `users_email` ON `users` (`email_canonical`);
CREATE INDEX `users_admins` ON `users` (`id`) WHERE is_admin = 1;
CREATE INDEX `users_staff` ON `users` (`id`) WHERE (is_admin = 1 or staff is not null);
CREATE INDEX `users_trusted` ON `users` (`id`) WHERE trusted_at is not null;
CREATE INDEX `users_banned` ON `users` (`id`) WHERE ban_reason is not null;
CREATE INDEX `users_delete` ON `users` (`delete_at`) WHERE delete_at is not null;
CREATE INDEX `users_ban_ends` ON `users` (`ban_until`) WHERE ban_until is not null;
CREATE INDEX `users_digest` ON `users` (`digested_at`,`id`) WHERE digest_kinds <> '[]';

CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`token_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`confirmed_at` integer,
	`device` text DEFAULT '' NOT NULL,
	`country` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);
CREATE INDEX `sessions_seen` ON `sessions` (`seen_at`);

CREATE TABLE `mail_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `mail_tokens_user` ON `mail_tokens` (`user_id`,`kind`);
CREATE INDEX `mail_tokens_expires` ON `mail_tokens` (`expires_at`);

CREATE TABLE `email_changes` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_canonical` text NOT NULL,
	`old_confirmed_at` integer,
	`new_confirmed_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `email_changes_expires` ON `email_changes` (`expires_at`);

CREATE TABLE `totp_secrets` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `recovery_codes` (
	`user_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `factor_resets` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`requested_by` integer NOT NULL,
	`reason` text NOT NULL,
	`requested_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `factor_resets_expires` ON `factor_resets` (`expires_at`);

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
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);

CREATE TABLE `challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`token_version` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `challenges_user` ON `challenges` (`user_id`);
CREATE INDEX `challenges_expires` ON `challenges` (`expires_at`);

-- From here on by hand.

CREATE TRIGGER users_counted_by_day AFTER INSERT ON users
BEGIN
  INSERT INTO daily_stats (day, name, value) VALUES (NEW.created_at / 86400000, 'signups', 1)
    ON CONFLICT (day, name) DO UPDATE SET value = value + 1;
END;
