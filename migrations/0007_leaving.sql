-- Tables and indexes are written by `npm run db:baseline`, from db/schema/, down to the line "-- From here on by hand."

CREATE TABLE `deleted_accounts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`email` text NOT NULL,
	`email_verified_at` integer,
	`deleted_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
