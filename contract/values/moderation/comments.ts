/** Reasons for reporting a comment, in the order of the dialog, and for removing one. */
export const commentReasons = ['spam', 'harassment', 'privacy', 'minor', 'illegal', 'other'] as const
export type CommentReason = (typeof commentReasons)[number]

export const commentReasonNames: Record<CommentReason, string> = {
  spam: 'Spam or advertising',
  harassment: 'Harassment or threats',
  privacy: 'Private information',
  minor: 'Sexualizes minors',
  illegal: 'Illegal',
  other: 'Other',
}

export const commentReasonHelp: Record<CommentReason, string> = {
  spam: 'Advertising, scams or the same text again and again.',
  harassment: 'Insults, hate or threats against someone.',
  privacy: "Someone's name, address, number or accounts, without their consent.",
  minor: 'Speaks sexually of someone under 18.',
  illegal: 'Breaks the law in another way.',
  other: 'Tell us what is wrong with it.',
}

export const commentReportStatuses = ['open', 'upheld', 'dismissed'] as const
export type CommentReportStatus = (typeof commentReportStatuses)[number]

/** The people who can remove a comment. */
export const commentRemovers = ['uploader', 'staff'] as const

/** Queues of the comments page; comments in `removed` await no decision. */
export const commentQueues = ['reported', 'held', 'removed'] as const
export type CommentQueue = (typeof commentQueues)[number]
