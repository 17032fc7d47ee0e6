-- Tables and indexes are written by `npm run db:baseline`, from db/schema/, down to the line "-- From here on by hand."

CREATE TABLE `legal_documents` (
	`slug` text NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`published_at` integer NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`slug`, `version`)
) WITHOUT ROWID;

CREATE TABLE `legal_defaults` (
	`slug` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`after_version` integer NOT NULL
);

CREATE TABLE `legal_acceptances` (
	`user_id` integer NOT NULL,
	`slug` text NOT NULL,
	`version` integer NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `slug`, `version`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;

CREATE TABLE `newsletter_subscribers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_canonical` text NOT NULL,
	`confirm_hash` text,
	`requested_at` integer NOT NULL,
	`confirmed_at` integer
);
CREATE UNIQUE INDEX `newsletter_subscribers_email` ON `newsletter_subscribers` (`email_canonical`);
CREATE INDEX `newsletter_subscribers_confirm` ON `newsletter_subscribers` (`confirm_hash`);
CREATE INDEX `newsletter_subscribers_confirmed` ON `newsletter_subscribers` (`id`) WHERE confirmed_at is not null;
CREATE INDEX `newsletter_subscribers_waiting` ON `newsletter_subscribers` (`requested_at`) WHERE confirmed_at is null;

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
CREATE INDEX `newsletter_issues_open` ON `newsletter_issues` (`id`) WHERE finished_at is null;

CREATE TABLE `storage_scans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`cursor` text,
	`objects` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`orphans` integer DEFAULT 0 NOT NULL,
	`orphan_bytes` integer DEFAULT 0 NOT NULL,
	`missing` integer DEFAULT 0 NOT NULL,
	`missing_keys` text DEFAULT '[]' NOT NULL,
	`drift_bytes` integer DEFAULT 0 NOT NULL
);

CREATE TABLE `orphan_objects` (
	`key` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	`uploaded_at` integer NOT NULL,
	`scan_id` integer NOT NULL
) WITHOUT ROWID;

CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer NOT NULL,
	`added` text DEFAULT '[]' NOT NULL,
	`at` integer NOT NULL,
	`resolved_at` integer
);
CREATE INDEX `dead_letters_open` ON `dead_letters` (`at`,`id`) WHERE resolved_at is null;
CREATE INDEX `dead_letters_same` ON `dead_letters` (`queue`,`body`) WHERE resolved_at is null;
CREATE INDEX `dead_letters_resolved` ON `dead_letters` (`at`,`id`) WHERE resolved_at is not null;

-- From here on by hand.

-- The first texts of the legal pages. A later version is another row, never a change to these, since accounts
-- agreed to them.
INSERT INTO legal_documents (slug, version, title, is_default, published_at, body)
VALUES ('2257', 1, '2257 Statement', 1, 1795392000000, 'All persons who appear in visual depictions of sexually explicit conduct on {siteName} were 18 years of age or older when the depictions were made.

## Who keeps the records

Videos on {siteName} are uploaded by their producers or by persons who hold the rights. Each uploader declares that age and identity of everyone shown were checked with an official document before the recording, and that the records required by 18 U.S.C. 2257 and 2257A and 28 C.F.R. Part 75 are kept by the producer, with its custodian of records.

For videos that {siteName} produces itself, if any, the records are kept by our own custodian of records.

## Asking for records

The custodian of records of {siteName}, and the uploader of any video through us, can be reached at {contactEmail}. Name the URL of the video. We ask the uploader for the records, and take the video down if they are not shown.

## If you have doubts

If you believe that someone shown was under 18, tell us at once: {siteUrl}/removal. We usually hide such a video right away, and always review it.');

INSERT INTO legal_documents (slug, version, title, is_default, published_at, body)
VALUES ('contact', 1, 'Contact', 1, 1795392000000, 'You reach the people who run {siteName} at {contactEmail}. We read and answer English.

## What for

- Removal of a video that you appear in, or that shows someone under 18: use the form at {siteUrl}/removal, or put "Removal" into the subject. Such messages are read first.
- Copyright: put "DMCA" into the subject. What to write: {siteUrl}/dmca.
- Your account, your data, a payment: write from the address of your account, and never send us your password or a card number.
- A complaint about a video: use its Report button. About a user or a decision of ours: give the URL of the video. We decide within 7 business days.
- A security problem of the site: put "Security" into the subject, and give us time to fix it before you publish it.

## Authorities

Authorities reach us at the same address, with "Authority" in the subject, from an address of their own. It is also our single point of contact for authorities and users under the Digital Services Act of the European Union.');

INSERT INTO legal_documents (slug, version, title, is_default, published_at, body)
VALUES ('dmca', 1, 'DMCA', 1, 1795392000000, '{siteName} respects the rights of authors and expects the same of its users. If a video on the site infringes your copyright, send a notice under 17 U.S.C. 512(c)(3) to our designated agent at {contactEmail}, with the subject "DMCA".

## What a notice must say

- Which work of yours is infringed, or a list of them.
- The URL of each video that infringes it, copied from the address bar.
- Your name, postal address, telephone number and email address.
- That you believe in good faith that the use is not authorised by the owner, an agent or the law.
- That what you say is accurate and, under penalty of perjury, that you are the owner or may act for the owner.
- Your physical or electronic signature. Your typed full name is enough.

The form at {siteUrl}/removal takes such complaints, too, but is no notice under this law.

## What happens then

A complete notice is acted on promptly: we take the video down and tell the uploader, with a copy of the notice. Anyone who knowingly misrepresents that material infringes is liable for the damage under 17 U.S.C. 512(f).

## Counter-notice

An uploader who believes that a video was taken down by mistake can answer to {contactEmail} with name, address and telephone number, the URL of the video, the statement under penalty of perjury that it was removed by mistake or misidentification, consent to the jurisdiction of the federal court at the place of residence (or, outside the United States, where we can be found), readiness to accept service from the person who complained, and a signature. We pass it on, and put the video back after 10 to 14 business days, unless we hear that an action was filed.

## Repeated infringement

Accounts that infringe repeatedly are closed.');

INSERT INTO legal_documents (slug, version, title, is_default, published_at, body)
VALUES ('privacy', 1, 'Privacy Policy', 1, 1795737600000, 'What you watch is among the most private things about you. So {siteName} stores only what it needs, shares none of it for advertising, and loads nothing from other sites on the pages where you watch: no trackers, no advertising networks, no third-party fonts. {siteName} ({siteUrl}, {contactEmail}) is responsible for the data described here.

## When you only look around

Our host passes your request on to us, with your network address and the country it belongs to, as every host must. We use them to answer you, to keep off abuse, and to close the site where the law requires it.

Where we limit attempts, for example to sign in, to send a form or to sign up, we store the count with your network address or with the account name or email address that was entered. The count is deleted when its time is over, after 24 hours at most.

So that a view counts once and not ten times, we store for about two hours that a video was watched: with your account if you are signed in, and with a keyed hash of your network address and the video. Neither can be read from the hash. After that only the number of views remains.

When you watch a video, we count the view, and your browser tells us which parts of it were played. What is kept of that are sums that name nobody: the views of a day by country, by premium members and others, and from our search, links on other sites and players there; how many views each part of the video had; and how much of the video was watched each day. Of a month that ended more than 400 days ago, only the sums of the whole month are left. The uploader sees them. A group of fewer than 10 views is shown as "Other".

To see how fast the site is, we measure about one page visit in fifty: how long the page and the first frame of a video took, whether the page moved or was slow to respond, whether playback stopped and in which quality, which kinds of errors there were, and which of our host''s data centres answered. The report names the kind of page, never the video, and nothing about you: it has no ID and comes without cookies. It is kept for three months at most. Nothing is measured in discreet mode, or if your browser asks sites not to track you (Global Privacy Control or Do Not Track).

Your browser remembers where you stopped in the last 100 videos, so that you can resume. Without an account, that list stays in your browser.

## When you have an account

We store:

- your username, your email address, whether and when you confirmed it, a hash of your password (never the password), and the day you joined;
- which versions of the terms and of this policy you agreed to, and when;
- your watch history: which videos you watched, when you last did, and where you stopped, for the {historyLimit} videos that you watched last; older entries are deleted within a week. It is on by default. You can delete single entries or all of it, and turn it off, in your account settings. While it is off, nothing is added;
- the videos you liked and saved, and the order of the saved ones;
- the uploaders you follow. They see how many follow them, and never who;
- your lists: their names, their videos and the order of these. Anyone with the link of a list that you share sees its name and its videos, and not that it is yours;
- your comments and the comments you liked. Everyone who may watch a video sees the comments on it with the usernames of their authors;
- whom you blocked from commenting on your videos;
- your notifications for 90 days, and which kinds you want;
- your devices: for each session the browser and system, the country of its last visit, when you signed in and when it was last used. A session ends when you sign out, 30 days after your last visit, and at the latest 180 days after you signed in; for staff, after 12 hours without use and 7 days at the latest;
- if you use them, your passkeys (name, public key, when you added and last used them), the secret of your authenticator app, encrypted, and hashes of your recovery codes;
- which emails you want, and for 90 days a record of the emails we sent you: address, subject and time. The text of an email is deleted once it is sent;
- links that we emailed to you, as hashes, until you use them or they expire;
- a ban, its reason and its end, if there is one.

Your email address is not shown to other members. The legal basis is our agreement with you, and for what your history, likes, saved videos, lists and follows say about you, the consent that you give by using them: delete them, and it is withdrawn.

## When you upload

We store the video, its qualities, pictures and captions, its title and description, your username beside it, and the day. Your browser removes hidden data from videos before they are uploaded, and the server removes what is left of it from videos and pictures. A video that still contains a place is refused. If we fetch a video from an address that you name, we store that address with the import. Uploads that you do not finish are deleted after two days, records of imports after a week. How a file was sent is recorded for 90 days; of a video''s own file, as long as the video is here.

A video that you delete is hidden at once. For 7 days you can restore it or delete it for good; after that, it is deleted with its files, views and likes. What a report or a request for removal is about is kept until that is decided.

A location is kept only if you add one yourself. It is rounded to about one kilometre, seen by you and administrators alone, and deleted with the video.

We also store hashes of each file, so that what was removed for good reason cannot come back.

## When you pay

We store what you ordered and when, the price, the currency and the version of the terms; the payment provider''s IDs, the method, the amount and the state of the payment, refunds and disputes; and references and transaction IDs that you enter.

If you buy from the page of a locked video, we also keep with your order, or with the reference that you enter, which video that was, until the payment is confirmed, and for 30 days at most. After that only a number is left: how many bought from that page on a day. The uploader sees the sum of a week or more, once it is 10 or more, and never who bought.

We never receive your card number or postal address. The provider''s notices to us are deleted after 90 days.

## When you report something or ask for its removal

We store a report with its reason, what you wrote, its receipt, our decision, and your account. Without an account we store the email address that you give, if you give one, and a keyed hash of your network address, your browser and what you wrote, which tells your report from those of others.

We store a removal request with everything in the form: the page, your name, email address, relationship to the video, statement and signature, and our decision. Administrators read it. The uploader learns neither your name nor that it was you.

Reports, requests and decisions are kept permanently, so that decisions can be checked. The record of our emails about them (address, subject and time) is deleted after 90 days.

## When you subscribe to the newsletter

We store your email address, when you asked for the newsletter and when you confirmed it. Without a confirmation it is deleted after 7 days, otherwise when you unsubscribe. The record of the issues we sent you is deleted after 90 days.

## Cookies and storage in your browser

- A cookie that keeps you signed in, for up to 30 days after your last visit.
- A cookie, for 400 days, that shows that you signed in to your account on this device before, so that wrong passwords that others enter do not lock you out. It names neither you nor your account.
- A cookie, for one year, and an entry in local storage that say that you confirmed your age. A player of ours on another site has a cookie of its own there, which says the same, and one that lets it play on, for an hour.
- Entries for the volume and speed of the player, for where you stopped in videos, for where you were in a list, for how you list your videos, for what you wanted to like or save before you signed in, and for uploads and recordings that are not finished, the files included.
- A cookie, for one minute after you change something, with which you see the change at once. It names neither you nor what you changed.
- A cookie, for one year, that says which currency you chose to see prices in.
- Cookies, for one year, that say that you turned on discreet mode or theatre mode, until you turn it off.
- Entries for whether videos keep playing while you browse, for whether your watch history is kept in discreet mode, and for the recent searches of this browser, which you can remove.

All of these are needed for what you asked the site to do. There are no others.

## Who else gets data

The site runs on the network of Cloudflare, Inc., which stores and delivers it and sends our emails on our behalf, also outside your country, under its agreements for data protection. If you buy a membership, the checkout page loads the payment provider that you choose, and it learns what it needs for the payment. For a payment in cryptocurrency, we look up the transaction ID at public explorers. Authorities get data only where the law obliges us. Nobody else does, and we sell nothing.

## How long

Data of an account are kept as long as the account, unless this policy names a shorter time. When you delete your account, it is hidden at once, and erased after 7 days, with its videos, history, likes, saved videos, lists, comments, notifications, sessions, passkeys and emails. What remains, under a number instead of your name:

- payments and what you agreed to, because the law requires it of our books;
- reports that you made, without your account, and decisions about your videos;
- the record of what administrators did, which cannot be changed, so that decisions can be checked: for three years, for longer while a case is open, and permanently where it is about payments or gift codes;
- hashes of removed files.

Files of a removed video, and with them the name and email address of its uploader, are kept as evidence: for a year if the reason was a minor, missing consent or another unlawful act, for 30 days otherwise, and longer while a case is open.

The database provider keeps backups for 30 days. When something fails, we log what failed, without your network address.

## Your rights

You can download your data in your account settings. You can see your data, have them corrected, deleted or handed over, object to their use, and withdraw a consent. Write to {contactEmail}, best from the address of your account; we answer within one month. You can also complain to the data protection authority where you live.

## Changes

When this policy changes, the new version appears here with its number and date.');

INSERT INTO legal_documents (slug, version, title, is_default, published_at, body)
VALUES ('removal', 1, 'Content Removal', 1, 1795392000000, 'Are you in a video on {siteName} and did not agree to it, or no longer do? Does a video show someone under 18, or an intimate picture of you that was made or published without your consent, generated ones included? Ask for its removal. You need no account, and it costs nothing.

## How to ask

Use the form below. You get a receipt with a link where you can follow your request. If you cannot use the form, write to {contactEmail} with the subject "Removal" and say:

- the URL of each video, copied from the address bar, and if you can, the times at which you are seen;
- whether you are the person shown, or act for that person;
- in one sentence, what is wrong: someone is under 18, there was no consent, consent is withdrawn, or something else;
- that you believe in good faith that what you say is true;
- how we can reach you, and your signature. Your typed full name is enough.

Do not send intimate pictures or videos. The URL is all that we need. We do not tell the uploader your name.

## What happens then

If a minor may be involved, or someone did not consent, we usually hide the video as soon as you send the form, before anything is decided. We don''t if we have looked into the same before, or if too many such requests come from one place at once; then an administrator is told at once.

We decide every request within 48 hours, and tell you what was decided and why. What is removed is recognised by its hashes: neither the same file nor the same recording in another container can be uploaded again. A recording that was encoded again is not recognised, so tell us if you see it.

We report sexual material with minors to the authorities and preserve it for them.

## If you disagree

The uploader can appeal once, within 14 days. You can write to {contactEmail}: we look at the decision again, once.

## Help elsewhere

StopNCII.org helps adults to keep intimate pictures from spreading over many sites, takeitdown.ncmec.org helps people who were under 18 in them. Neither needs the picture itself. If you are in danger, call the police.');

INSERT INTO legal_documents (slug, version, title, is_default, published_at, body)
VALUES ('terms', 1, 'Terms of Service', 1, 1795658400000, 'These terms are the agreement between you and {siteName} ({siteUrl}). By using the site you accept them. If you do not, please leave the site.

## Adults only

{siteName} shows sexually explicit material. You may use it only if you are at least 18 and have reached the age of majority where you live, and only where such material is legal. Everyone who appears in any video must have been at least 18 when it was made.

## Your account

You need an account to upload, like, save and comment on videos, and to buy premium. Give an email address that reaches you, keep your password to yourself, and tell us at {contactEmail} if you think that someone else uses your account. One person, one account. You are responsible for what is done with your account.

## What you may upload

Upload only what you made yourself or have the rights to. With every upload you declare, and on request you prove, that:

- everyone who can be seen or heard was at least 18 when it was made, and you checked an official identity document of each of them and kept a copy;
- everyone gave written consent to be recorded, to the publication of the recording on sites like this one, and to its being downloaded where you allow downloads;
- you keep those documents and consents for as long as the video is here, and the records that the law requires of producers.

Your videos stay yours. You give us the right to store them, to change their format, to show them to visitors of the site and, if they are free and public, in our player on other sites, and to let premium members download them where you allow it, for as long as they are published here. This ends when you delete the video, which we then keep for 7 days, so that you can restore it.

Your comments stay yours, too. You let us show them with your username below the video until you delete them. Uploaders may remove comments on their own videos.

## What is forbidden

It is forbidden to upload, to ask for, or to describe in titles, comments and other texts:

- anything sexual with or about people under 18, real, drawn or generated, and anyone made to look under 18;
- recordings made or published without the consent of everyone in them: hidden cameras, revenge, stolen or leaked material, faces put on other bodies;
- rape, coercion, trafficking, drugged or unconscious people, incest, animals, bodily injury;
- anything that infringes the rights of others, or the law where you or we are.

It is also forbidden to offer or seek paid sex, to post private data of others, to get around payment, locks or limits of the site, to report videos falsely, and to copy videos in bulk.

## What we do about it

We may review any video before or after it is published. We hide or remove what breaks these terms or the law, and tell the uploader what was done and why, unless the law forbids it. Copies of an unlawful video are removed with it. Accounts that break the terms are suspended, those that do so repeatedly or gravely for good. We report sexual material with minors to the authorities and preserve it as evidence.

If your video was removed, you can appeal once, within 14 days, on the page that we send you. If you disagree with another decision, write to {contactEmail}. Anyone who appears in a video can ask for its removal at any time: see {siteUrl}/removal.

## Premium

Some videos are for premium members. You pay in advance for the length of time that is shown with its price before you pay. Your membership ends on the day that your account page names. It does not renew, and you are not charged again unless you buy again. If a payment is refunded or charged back, the access that it paid for ends.

If something that you paid for does not work, write to {contactEmail} within 14 days, and we will fix it or refund the part that you could not use. This does not affect your rights as a consumer under the law.

## Our part

We run the site with care, but we do not promise that it is always available or that every video stays. Videos are made by their uploaders, who are responsible for them. We are liable without limit for intent, gross negligence and harm to life or health; beyond that only as far as the law requires.

## Leaving

You can delete your account at any time in its settings. For 7 days, signing in restores it. After that it is erased; the privacy policy says what remains.

## Changes

When these terms change, the new version appears here with its number and date. If a change matters for existing accounts, we announce it on the site before it applies. If you do not agree with it, you can close your account.

## Questions

Write to {contactEmail}.');
