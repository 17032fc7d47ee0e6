ALTER TABLE `claims` ADD `sold_video_id` integer;--> statement-breakpoint
CREATE INDEX `claims_sold` ON `claims` (`created_at`) WHERE sold_video_id is not null;--> statement-breakpoint
ALTER TABLE `pay_orders` ADD `sold_video_id` integer;--> statement-breakpoint
CREATE INDEX `pay_orders_sold` ON `pay_orders` (`created_at`) WHERE sold_video_id is not null;--> statement-breakpoint
ALTER TABLE `video_days` ADD `sales` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The privacy policy says what a sale is kept with. An edited page gets the new text as a proposal.
INSERT OR IGNORE INTO legal_defaults (slug, title, body, after_version)
  SELECT slug, title, body, (SELECT max(version) FROM legal_documents WHERE slug = 'privacy')
  FROM legal_documents WHERE slug = 'privacy' AND published_at = 1795564800000;
--> statement-breakpoint
UPDATE legal_defaults SET body = replace(replace(body, 'references and transaction IDs that you enter. We never', 'references and transaction IDs that you enter.

If you buy from the page of a locked video, we also keep with your order, or with the reference that you enter, which video that was, until the payment is confirmed, and for 30 days at most. After that only a number is left: how many bought from that page on a day. The uploader sees the sum of a week or more, once it is 10 or more, and never who bought.

We never'), 'only the number of views remains.


When', 'only the number of views remains.

When') WHERE slug = 'privacy';
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body)
  SELECT slug, after_version + 1, title, 1795579200000, body FROM legal_defaults newer WHERE slug = 'privacy' AND (
    SELECT published_at FROM legal_documents current WHERE current.slug = newer.slug AND current.version = newer.after_version
  ) = 1795564800000;
--> statement-breakpoint
DELETE FROM legal_defaults WHERE after_version < (SELECT max(version) FROM legal_documents current WHERE current.slug = legal_defaults.slug);
