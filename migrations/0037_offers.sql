ALTER TABLE `claims` ADD `amount_minor` integer;--> statement-breakpoint
ALTER TABLE `settings` ADD `prices` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `payment_methods` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `card_processor` text;