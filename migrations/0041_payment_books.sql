CREATE TABLE `payment_books` (
	`provider` text PRIMARY KEY NOT NULL,
	`read_until` integer NOT NULL
);
