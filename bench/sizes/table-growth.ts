/** A table's growth: its cause, its assumed rows, and when rows are deleted. */
interface Growth {
  /** Rows for each video, or each member, on a site of some years; a rough assumption. */
  rows?: { video?: number; member?: number }
  /** The cause of new rows. */
  grows: string
  /** When rows are deleted. */
  pruned: string
}

const withVideo = 'with the video'
const withAccount = 'with the account'
const books = 'never: the books'
const cases = 'never: decisions must be checkable'

/**
 * The growth of every table, by room. `npm run docs:sizes` writes it into docs/scale.md, with the measured
 * bytes of a row.
 */
export const growth: Record<string, Record<string, Growth>> = {
  Accounts: {
    users: { rows: { member: 1 }, grows: 'sign-ups', pruned: 'never: a deleted account leaves an ID' },
    sessions: { rows: { member: 1.5 }, grows: 'sign-ins', pruned: 'signed out, or 30 days unused' },
    mail_tokens: { grows: 'emailed links', pruned: 'used or expired' },
    email_changes: { grows: 'changes of address', pruned: 'confirmed or expired' },
    totp_secrets: { rows: { member: 0.05 }, grows: 'authenticator apps', pruned: withAccount },
    recovery_codes: { rows: { member: 0.5 }, grows: 'authenticator apps, ten codes each', pruned: 'used' },
    passkeys: { rows: { member: 0.1 }, grows: 'passkeys', pruned: withAccount },
    challenges: { grows: 'sign-ins in progress', pruned: 'after minutes' },
    factor_resets: { grows: 'lost second factors', pruned: 'confirmed or lapsed' },
    profiles: { rows: { member: 0.1 }, grows: 'profiles', pruned: withAccount },
    deleted_accounts: {
      grows: 'deleted accounts with an open case',
      pruned: 'with the case, a year at most',
    },
    legal_acceptances: {
      rows: { member: 4 },
      grows: 'each version of the terms that an account agrees to',
      pruned: 'never: proof of consent',
    },
    account_warnings: { grows: 'warnings', pruned: withAccount },
    account_notes: { grows: 'notes of staff', pruned: withAccount },
  },
  'What members do': {
    watch_history: {
      rows: { member: 100 },
      grows: 'videos watched with an account',
      pruned: 'all but the latest of an account, to a number in Site Settings (1,000), each within a week',
    },
    likes: { rows: { member: 20 }, grows: 'likes', pruned: 'with the account or the video' },
    saved_videos: { rows: { member: 10 }, grows: 'saved videos', pruned: 'with the account or the video' },
    lists: { rows: { member: 0.5 }, grows: 'lists', pruned: withAccount },
    list_items: {
      rows: { member: 5 },
      grows: 'their videos, 1,000 a list',
      pruned: 'with the list or the video',
    },
    follows: { rows: { member: 5 }, grows: 'follows', pruned: withAccount },
    feed_items: { rows: { member: 30 }, grows: 'a follower each for a new video', pruned: '90 days' },
    notices: { rows: { member: 5 }, grows: 'notifications', pruned: '90 days' },
    comments: { rows: { member: 3 }, grows: 'comments', pruned: 'with the account or the video' },
    comment_likes: {
      rows: { member: 5 },
      grows: 'likes of comments',
      pruned: 'with the account or the comment',
    },
    comment_blocks: { grows: 'blocked members', pruned: withAccount },
    comment_reports: { grows: 'reports of comments', pruned: 'with the comment' },
    comments_left: { grows: 'deleted videos with comments', pruned: 'once these are deleted' },
    views_seen: { grows: 'viewers of two hours', pruned: 'after two hours' },
  },
  Videos: {
    videos: { rows: { video: 1 }, grows: 'uploads', pruned: 'deleted, after 7 days in the trash' },
    video_search: { rows: { video: 1 }, grows: 'uploads: the search index', pruned: withVideo },
    search_words: {
      rows: { video: 0.3 },
      grows: 'words of titles, tags and names',
      pruned: 'once no public video has the word',
    },
    search_typos: { rows: { video: 2.5 }, grows: 'words, about eight each', pruned: 'with the word' },
    search_backlog: { grows: 'changed videos', pruned: 'after minutes' },
    media_objects: { rows: { video: 7 }, grows: 'files in R2', pruned: 'once R2 has deleted the file' },
    uploads: {
      rows: { video: 1.7 },
      grows: 'files sent, eight a video',
      pruned:
        'unfinished: two days; used: 90 days, but with the video for its own file, and while a case keeps it',
    },
    upload_parts: { grows: 'parts of unfinished uploads', pruned: 'with the upload' },
    imports: { grows: 'imports', pruned: 'a week after the end' },
    video_files: { rows: { video: 9 }, grows: 'files that a video names', pruned: withVideo },
    renditions: { rows: { video: 4 }, grows: 'qualities', pruned: withVideo },
    segment_indexes: { rows: { video: 4 }, grows: 'qualities', pruned: 'with the file' },
    captions: { rows: { video: 0.2 }, grows: 'caption tracks', pruned: withVideo },
    approved_captions: { rows: { video: 0.2 }, grows: 'caption tracks', pruned: withVideo },
    approved_texts: { rows: { video: 1 }, grows: 'approvals', pruned: withVideo },
    replaced_files: { grows: 'files that another replaces', pruned: 'once that one is read' },
    categories: { grows: 'categories', pruned: 'deleted' },
    tags: {
      rows: { video: 0.3 },
      grows: 'tags that a video has ever had',
      pruned: 'never: blocked and merged ones are known by it',
    },
    video_tags: { rows: { video: 4 }, grows: 'tags of public videos', pruned: withVideo },
    announcements: { rows: { video: 0.2 }, grows: 'new videos', pruned: '90 days' },
    owner_counts: { rows: { member: 0.3 }, grows: 'uploaders, and whom one follows', pruned: withAccount },
    owner_storage: { rows: { member: 0.3 }, grows: 'uploaders', pruned: withAccount },
    storage_totals: { grows: 'kinds of files', pruned: 'never: a row a kind' },
  },
  'Numbers by day': {
    video_days: {
      rows: { video: 100 },
      grows: 'days and countries in which a video is watched',
      pruned: 'after 400 days a row a month; with the video',
    },
    video_curves: {
      rows: { video: 40 },
      grows: 'days on which a video is watched',
      pruned: 'after 400 days a row a month; with the video',
    },
    owner_days: {
      rows: { member: 20 },
      grows: 'days on which an uploader is watched',
      pruned: 'after 400 days a row a month; with the account',
    },
    daily_stats: {
      grows: 'days, a row for each number',
      pruned: 'after 400 days a row a month, but for the number of members',
    },
    field_counts: { grows: 'days, by figure and page', pruned: '30 days' },
  },
  Payments: {
    pay_orders: { rows: { member: 0.5 }, grows: 'orders, paid or not', pruned: books },
    payments: { rows: { member: 0.2 }, grows: 'payments', pruned: books },
    payment_refs: { rows: { member: 0.3 }, grows: 'payments', pruned: books },
    ledger: { rows: { member: 0.2 }, grows: 'payments, refunds and disputes', pruned: books },
    entitlement_events: { rows: { member: 0.2 }, grows: 'payments', pruned: books },
    claims: { rows: { member: 0.05 }, grows: 'claims of payments', pruned: books },
    disputes: { grows: 'disputes', pruned: books },
    payment_books: { grows: 'processors', pruned: 'never: a row each' },
    payment_alerts: { grows: 'differences from a processor', pruned: 'never: each is raised once' },
    webhook_events: { rows: { member: 0.05 }, grows: 'notices of processors', pruned: '90 days' },
    subscriptions: { rows: { member: 0.2 }, grows: 'members who ever had premium', pruned: withAccount },
    premium_gifts: { grows: 'gifts', pruned: books },
    gift_events: { grows: 'gifts', pruned: books },
    gift_code_batches: { grows: 'batches of gift codes', pruned: books },
    gift_codes: { grows: 'gift codes', pruned: books },
    gift_code_events: { grows: 'redeemed gift codes', pruned: books },
    batch_assert: { grows: 'nothing: it refuses every row', pruned: '–' },
  },
  Safety: {
    reports: { rows: { video: 0.05 }, grows: 'reports', pruned: cases },
    removal_requests: { rows: { video: 0.005 }, grows: 'removal requests', pruned: cases },
    removals: { rows: { video: 0.02 }, grows: 'removed videos', pruned: cases },
    removal_hashes: {
      rows: { video: 0.24 },
      grows: 'removed videos: two hashes each of the source, the qualities, the preview and the trailer',
      pruned: 'the removal is reversed',
    },
    blocked_hashes: { rows: { video: 0.24 }, grows: 'the same', pruned: 'the last removal is reversed' },
    refused_terms: { grows: 'blocked terms that someone used', pruned: 'a year after the last time' },
    audit_log: {
      rows: { video: 3, member: 0.2 },
      grows: 'acts of staff and of the site',
      pruned: '3 years; not what is about money, gift codes or an open case',
    },
  },
  'The site itself': {
    mail_outbox: { rows: { member: 3 }, grows: 'emails', pruned: '90 days after it was sent or given up' },
    newsletter_subscribers: {
      rows: { member: 0.1 },
      grows: 'subscribers',
      pruned: 'unsubscribed; unconfirmed: a week',
    },
    newsletter_issues: { grows: 'issues', pruned: 'never: few' },
    revocations: { grows: 'signed URLs that were taken back', pruned: '3 days: no URL lives longer' },
    rate_windows: { grows: 'attempts that are limited', pruned: 'after 24 hours at most' },
    dead_letters: { grows: 'jobs that failed every time', pruned: '90 days after they were resolved' },
    leases: { grows: 'imports and files that are being read', pruned: 'at their end' },
    cron_runs: { grows: 'nothing: one row', pruned: '–' },
    storage_scans: { grows: 'scans of R2', pruned: 'all but the last 20' },
    orphan_objects: { grows: 'files without a row', pruned: 'deleted, or not found by the next scan' },
    settings: { grows: 'nothing: one row', pruned: '–' },
    site_logos: { grows: 'logos', pruned: 'never: few' },
    legal_documents: { grows: 'versions of legal pages', pruned: 'never: few, and accounts agreed to them' },
    legal_defaults: { grows: 'legal pages', pruned: 'with the next version' },
  },
}
