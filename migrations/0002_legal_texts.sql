-- First texts of the legal pages. A later version is another row, never a change of these: accounts agreed to them.
INSERT INTO legal_documents (slug, version, title, published_at, body) VALUES
  ('terms', 1, 'Terms of Service', 1795132800000, 'These terms are the agreement between you and {siteName} ({siteUrl}). By using the site you accept them. If you do not, please leave the site.

## Adults only

{siteName} shows sexually explicit material. You may use it only if you are at least 18 years old, and of the age of majority where you are if that is higher, and if such material is legal there. Everyone who appears in any video must have been at least 18 when it was made.

## Your account

You need an account to upload and to like videos. Give a working email address, keep your password to yourself, and tell us at {contactEmail} if you think that somebody else uses your account. One person, one account. What is done with your account counts as done by you.

## What you may upload

Upload only what you made yourself or have the rights to. With every upload you declare, and on request you prove, that:

• everybody who can be seen or heard was at least 18 when it was made, and you checked an official identity document of each of them and kept a copy;
• everybody gave written consent to be recorded, to the publication of the recording on sites like this one, and to its being downloaded where you allow downloads;
• you keep those documents and consents for as long as the video is here, and the records that the law asks of producers.

Your videos stay yours. You give us the right to store them, to change their format, to show them to visitors of the site, and to let those visitors download them where you allow it, for as long as they are published here. Deleting a video ends this.

## What is forbidden

It is forbidden to upload, to ask for, or to describe in titles and texts:

• anything sexual with or about persons under 18, real, drawn or generated, and anybody made to look under 18;
• recordings made or published without the consent of everybody in them: hidden cameras, revenge, stolen or leaked material, faces put on other bodies;
• rape, coercion, trafficking, drugged or unconscious persons, incest, animals, bodily injury;
• whatever infringes the rights of others, or the law where you or we are.

It is also forbidden to offer or seek paid sex, to post private data of others, to go around payment, locks or limits of the site, and to copy videos in bulk.

## What we do about it

We may review any video before or after it is published. We hide or remove what breaks these terms or the law, and tell the uploader what was done and why, unless the law forbids it. Accounts that break the terms are suspended, those that do so repeatedly or gravely for good. Sexual material with minors is reported to the authorities and preserved as evidence.

If you think that we decided wrongly, write to {contactEmail}. Somebody looks at it again. Everybody who appears in a video can ask for its removal at any time: see {siteUrl}/removal.

## Premium

Some videos are for premium members. A membership is paid ahead for the length that is shown with its price before you pay. It ends by itself on the day that your account page names. It is not renewed, and nothing is charged again, unless you buy again.

If something that you paid for does not work, write to {contactEmail} within 14 days, and we set it right or pay back the part that you could not use. Rights that the law gives to consumers stay untouched.

## Our part

We run the site with care, but we do not promise that it is always available or that every video stays. Videos are made by their uploaders, and they answer for them. We are liable without limit for intent, gross negligence and harm to life or health; beyond that only as far as the law requires.

## Changes

When these terms change, the new version stands here with its number and date. If a change matters for accounts that exist, we announce it on the site before it applies. If you do not agree with it, you can close your account.

## Questions

Write to {contactEmail}.');
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body) VALUES
  ('privacy', 1, 'Privacy Policy', 1795132800000, 'What somebody watches says something about their most private life. So {siteName} keeps as little as it can, shares none of it for advertising, and loads nothing from other sites: no trackers, no advertising networks, no foreign fonts. {siteName} ({siteUrl}, {contactEmail}) is responsible for the data described here.

## When you only look around

Our host passes your request on to us, with your network address, as any web server must. We use the address to answer you and to hold off abuse. Where the site counts attempts, for example to sign in, it keeps the address with the count for at most 24 hours.

So that a view counts once and not ten times, we keep for about two hours that a video was watched: with your account if you are signed in, otherwise with a keyed fingerprint of your address and browser from which neither can be read. After that only the number of views remains. We keep no list of what you watched.

## When you have an account

We store your username, your email address, a hash of your password (never the password), the day you joined, which version of the terms and of this policy you agreed to and when, the videos you liked, and until when you are a premium member. Your email address is not shown to other members. The legal basis is our agreement with you, and for what your likes say about you, the consent that you give by leaving them; take a like back, and it is deleted.

A session lasts until you log out, or 30 days after you were last here.

## When you upload

We store the video, its picture, title and description, your username beside it, and the day. Before they are stored, your browser removes hidden data from videos, and the server from pictures. A video that still carries a place in its file is refused.

A location is kept only if you add one yourself. It is rounded to about one kilometre, seen by you and administrators alone, and deleted with the video.

We also keep two fingerprints of each file, so that what was removed for good reason cannot come back.

## Cookies and storage in your browser

• A cookie that keeps you signed in, for up to 30 days.
• A cookie and an entry in local storage that say that you confirmed your age, the cookie for one year.
• Entries for volume and speed of the player, and for uploads that are not finished, the files included.

All of these are needed for what you asked the site to do. There are no others.

## Who else gets data

The site runs on the network of Cloudflare, Inc., which stores and delivers it on our behalf, also outside your country, under its agreements for data protection. If you buy a membership, the payment provider that you choose learns what it needs for the payment; we learn that it was paid, never your card number. Authorities get data only where the law obliges us. Nobody else does, and we sell nothing.

## How long

Data of an account are kept as long as the account. When it is closed they are deleted, with its videos, except for what the law makes us keep, such as invoices and evidence of crimes. Records of what administrators did are kept, so that decisions can be checked.

## Your rights

You can see your data, have them corrected, deleted or handed over, object to their use, and take back a consent. Write to {contactEmail}, best from the address of your account; we answer within one month. You can also complain to the data protection authority where you live.

## Changes

When this policy changes, the new version stands here with its number and date.');
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body) VALUES
  ('2257', 1, '2257 Statement', 1795132800000, 'All persons who appear in visual depictions of sexually explicit conduct on {siteName} were 18 years of age or older when the depictions were made.

## Who keeps the records

Videos on {siteName} are uploaded by their producers or by persons who hold the rights. Each uploader declares that age and identity of everybody shown were checked with an official document before the recording, and that the records required by 18 U.S.C. 2257 and 2257A and 28 C.F.R. Part 75 are kept by the producer, with its custodian of records.

For videos that {siteName} produces itself, if any, the records are kept by our own custodian of records.

## Asking for records

The custodian of records of {siteName}, and the uploader of any video through us, can be reached at {contactEmail}. Name the address of the video. We ask the uploader for the records, and take the video down if they are not shown.

## If you have doubts

If you believe that somebody shown was under 18, tell us at once: {siteUrl}/removal. Such a video is hidden first and examined then.');
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body) VALUES
  ('dmca', 1, 'DMCA', 1795132800000, '{siteName} respects the rights of authors and expects the same of its users. If a video on the site infringes your copyright, send a notice under 17 U.S.C. 512(c)(3) to our designated agent at {contactEmail}, with the subject "DMCA".

## What a notice must say

• Which work of yours is infringed, or a list of them.
• The address of each video that infringes it ({siteUrl}/video/ and its number).
• Your name, postal address, telephone number and email address.
• That you believe in good faith that the use is not authorised by the owner, an agent or the law.
• That what you say is accurate and, under penalty of perjury, that you are the owner or may act for the owner.
• Your physical or electronic signature. Your typed full name is enough.

## What happens then

A complete notice is acted on promptly: we take the video down and tell the uploader, with a copy of the notice. Whoever knowingly misrepresents that material infringes is liable for the damage under 17 U.S.C. 512(f).

## Counter-notice

An uploader who believes that a video was taken down by mistake can answer to {contactEmail} with name, address and telephone number, the address of the video, the statement under penalty of perjury that it was removed by mistake or misidentification, consent to the jurisdiction of the federal court at the place of residence (or, outside the United States, where we can be found), readiness to accept service from whoever complained, and a signature. We pass it on, and put the video back after 10 to 14 business days, unless we hear that an action was filed.

## Repeated infringement

Accounts that infringe repeatedly are closed.');
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body) VALUES
  ('removal', 1, 'Content Removal', 1795132800000, 'Are you in a video on {siteName} and did not agree to it, or no longer do? Does a video show somebody under 18, or an intimate picture of you that was made or published without your consent, generated ones included? Ask for its removal. You need no account, and it costs nothing.

## How to ask

Write to {contactEmail} with the subject "Removal" and say:

• the address of each video ({siteUrl}/video/ and its number), and if you can, the times at which you are seen;
• whether you are the person shown, or act for that person;
• in one sentence, what is wrong: somebody is under 18, there was no consent, consent is withdrawn, or something else;
• that you believe in good faith that what you say is true;
• how we can reach you, and your signature. Your typed full name is enough.

Do not send intimate pictures or videos. The address is all that we need. We do not pass on your name to the uploader.

## What happens then

If a minor may be involved, or somebody did not consent, the video is hidden as soon as we have read your message, before anything is decided.

We decide within 48 hours after a valid request has arrived, and tell you what was decided and why. What is removed for these reasons is recognised by its fingerprint, and the same file cannot be uploaded again. Other complaints are decided within 7 business days.

Sexual material with minors is reported to the authorities and preserved for them.

## If you disagree

You and the uploader can both ask once for a second look at a decision, by answering the message that told you of it.

## Help elsewhere

StopNCII.org helps adults to keep intimate pictures from spreading over many sites, takeitdown.ncmec.org helps persons who were under 18 in them. Neither needs the picture itself. If you are in danger, call the police.');
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body) VALUES
  ('contact', 1, 'Contact', 1795132800000, 'You reach the people who run {siteName} at {contactEmail}. We read and answer English.

## What for

• Removal of a video that you appear in, or that shows somebody under 18: put "Removal" into the subject. Such messages are read first. What to write: {siteUrl}/removal.
• Copyright: put "DMCA" into the subject. What to write: {siteUrl}/dmca.
• Your account, your data, a payment: write from the address of your account, and never send us your password or a card number.
• A complaint about a video, a user or a decision of ours: give the address of the video. We decide within 7 business days.
• A security problem of the site: put "Security" into the subject, and give us time to mend it before you publish it.

## Authorities

Authorities reach us at the same address, with "Authority" in the subject, from an address of their own. It is also our single point of contact for authorities and users under the Digital Services Act of the European Union.');
