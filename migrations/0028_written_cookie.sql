-- The privacy policy names the cookie by which a browser sees its own changes at once. An edited page gets the new text
-- as a proposal.
INSERT OR IGNORE INTO legal_defaults (slug, title, body, after_version)
  SELECT slug, title, body, (SELECT max(version) FROM legal_documents WHERE slug = 'privacy')
  FROM legal_documents WHERE slug = 'privacy' AND published_at = 1795658400000;
--> statement-breakpoint
UPDATE legal_defaults SET body = replace(body, '
- Cookies, for one year, that say that you turned on discreet mode', '
- A cookie, for one minute after you change something, with which you see the change at once. It names neither you nor what you changed.
- Cookies, for one year, that say that you turned on discreet mode') WHERE slug = 'privacy';
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body)
  SELECT slug, after_version + 1, title, 1795723200000, body FROM legal_defaults newer WHERE slug = 'privacy' AND (
    SELECT published_at FROM legal_documents current WHERE current.slug = newer.slug AND current.version = newer.after_version
  ) = 1795658400000;
--> statement-breakpoint
DELETE FROM legal_defaults WHERE after_version < (SELECT max(version) FROM legal_documents current WHERE current.slug = legal_defaults.slug);
