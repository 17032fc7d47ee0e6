/** Kinds of notifications. An account can turn each off on the site, and have it in the daily email. */
export const noticeKinds = ['video', 'comment', 'reply', 'review', 'report', 'claim'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Kinds with rows of their own: new videos are in the follower's feed already. */
export const storedNoticeKinds = ['comment', 'reply', 'review', 'report', 'claim'] as const
export type StoredNoticeKind = (typeof storedNoticeKinds)[number]

/** Outcomes of a case, for the kinds that report a decision. */
export const noticeOutcomes = [
  // About one of the account's own videos.
  'approved',
  'rejected',
  'reverted',
  'recalled',
  'corrected',
  'removed',
  'restored',
  'kept',
  // About a report, or a request to remove a video.
  'upheld',
  'dismissed',
  'granted',
  'refused',
  'reversed',
  // About a comment: one that the account reported, or its own.
  'comment-upheld',
  'comment-dismissed',
  'comment-gone',
  'comment-removed',
  'comment-restored',
  // About an appeal.
  'appeal-upheld',
  'appeal-rejected',
  // About a claimed payment.
  'payment-confirmed',
  'payment-refused',
] as const
export type NoticeOutcome = (typeof noticeOutcomes)[number]

export const noticeChannels = ['site', 'email'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

export const noticeKindWords: Record<NoticeKind, { label: string; help: string }> = {
  video: { label: 'New videos', help: 'From people you follow.' },
  comment: { label: 'Comments', help: 'On your videos.' },
  reply: { label: 'Replies', help: 'To your comments.' },
  review: { label: 'Your videos', help: 'When we decide about one of them, or about a comment of yours.' },
  report: { label: 'Your reports', help: 'When a report of yours is decided.' },
  claim: { label: 'Your requests', help: 'Removal requests, appeals and payments we checked.' },
}

/** The bell counts up to this number; it shows one more as "9+". */
export const unreadShown = 9
/** Number of notifications in the panel under the bell. */
export const noticesInPanel = 6
