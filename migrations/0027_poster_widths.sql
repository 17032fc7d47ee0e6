ALTER TABLE `uploads` ADD `pictures` text;--> statement-breakpoint
ALTER TABLE `videos` ADD `poster_pictures` text;