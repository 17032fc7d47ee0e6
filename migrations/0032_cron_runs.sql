CREATE TABLE `cron_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`failing` text NOT NULL
);
