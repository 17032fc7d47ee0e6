/** Ways to be told: by a notification on the site, by an email at once, in the daily email. */
export const noticeChannels = ['site', 'email', 'daily'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** What an account has until it chooses otherwise. */
export const onByDefault: Record<NoticeChannel, boolean> = { site: true, email: true, daily: false }

/**
 * What an account can be told about, with the channels that it can turn on and off for each. Emails that are always
 * sent aren't among them: receipts, refunds, security and statements of reasons.
 */
export const choiceChannels = {
  video: ['site', 'daily'],
  comment: ['site', 'daily'],
  reply: ['site', 'daily'],
  review: ['site', 'email', 'daily'],
  report: ['site', 'email', 'daily'],
  claim: ['site'],
  premium: ['email'],
} as const satisfies Record<string, readonly NoticeChannel[]>
export type ChoiceKind = keyof typeof choiceChannels

export const choiceKinds = Object.keys(choiceChannels) as ChoiceKind[]

/** What an account chose of a kind, for some of its channels. */
export type Choices = Partial<Record<NoticeChannel, boolean | undefined>>

/** Tells whether any email is on, at once or daily. */
export function isEmailed(notices: Partial<Record<ChoiceKind, Choices | undefined>>): boolean {
  return Object.values(notices).some((choices) => choices?.email || choices?.daily)
}

type KindOn<Channel extends NoticeChannel> = {
  [Kind in ChoiceKind]: Channel extends (typeof choiceChannels)[Kind][number] ? Kind : never
}[ChoiceKind]

/** Returns the kinds that can be had in a channel. */
export function kindsOn<Channel extends NoticeChannel>(channel: Channel) {
  return choiceKinds.filter((kind): kind is KindOn<Channel> =>
    choiceChannels[kind].some((each) => each === channel),
  )
}

/** Kinds of notifications on the site. */
export const noticeKinds = kindsOn('site')
export type NoticeKind = KindOn<'site'>

/** Kinds of emails that are sent at once, unless the account has turned them off. */
export type MailKind = KindOn<'email'>

export const mailKinds = kindsOn('email')

/** Kinds that the daily email can count. Others are always emailed at once, or have no notification. */
export type DailyKind = KindOn<'daily'>

/** Emails that a link in them turns off: the newsletter, the daily email, and those at once of a kind. */
export const leavable = ['newsletter', 'digest', ...mailKinds] as const
export type Leavable = (typeof leavable)[number]

/** Kinds that no one has where the site has no comments. */
export const commentKinds: readonly ChoiceKind[] = ['comment', 'reply']

/** Returns the kinds that can be chosen on a site with or without comments. */
export function kindsOfSite(commentsEnabled: boolean): ChoiceKind[] {
  return choiceKinds.filter((kind) => commentsEnabled || !commentKinds.includes(kind))
}

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

/** Outcomes that are emailed at once unless the account has turned that off; all others always are. */
export const outcomesByChoice: readonly NoticeOutcome[] = [
  'approved',
  'rejected',
  'reverted',
  'recalled',
  'corrected',
  'upheld',
  'dismissed',
  'comment-upheld',
  'comment-dismissed',
  'comment-gone',
]

export const choiceWords: Record<ChoiceKind, { label: string; help: string }> = {
  video: { label: 'New videos', help: 'From people you follow.' },
  comment: { label: 'Comments', help: 'On your videos.' },
  reply: { label: 'Replies', help: 'To your comments.' },
  review: {
    label: 'Decisions',
    help: 'Videos and comments. Email when a video is approved or rejected; we always email removals.',
  },
  report: { label: 'Your reports', help: "When we've decided." },
  claim: { label: 'Your requests', help: 'Removals, appeals, payments. Always emailed.' },
  premium: {
    label: 'Before premium ends',
    help: '10 days before a yearly term ends, 3 days before a monthly one.',
  },
}

/** The bell counts up to this number; it shows one more as "9+". */
export const unreadShown = 9
/** Number of notifications in the panel under the bell. */
export const noticesInPanel = 6
