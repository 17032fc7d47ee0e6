import { minute } from '../shared/time'

/** Length in characters, as the form counts them. */
export const commentLength = { min: 1, max: 1000 } as const
/** How long an author can change a comment. */
export const commentEditMs = 15 * minute
/** Number of comments or replies that a page shows at first, and adds with each click. */
export const commentsShown = 20
/** Number of accounts that an uploader can block from commenting. */
export const commentBlocksMax = 1000

export const commentSorts = ['newest', 'best'] as const
export type CommentSort = (typeof commentSorts)[number]

/**
 * `held` waits for staff. `removed`: by the uploader or staff. `deleted`: by its author, and kept for its
 * replies. `away`: hidden while its author is banned or leaving; it reads as deleted.
 */
export const commentStates = ['shown', 'held', 'removed', 'deleted', 'away'] as const
export type CommentState = (typeof commentStates)[number]

/** The reasons for which a comment waits for staff before anyone else sees it. */
export const commentHolds = ['link', 'term'] as const
export type CommentHold = (typeof commentHolds)[number]

export const commentMessages = {
  missing: 'Write a comment first.',
  long: `Use up to ${commentLength.max.toLocaleString('en')} characters.`,
  control: "This text contains characters that can't be shown.",
  off: 'Comments are turned off for this video.',
  blocked: 'This uploader has blocked you from commenting on their videos.',
  tooLate: 'Comments can be edited for 15 minutes after posting.',
  own: "You can't report your own comment.",
  blocksFull: `You've blocked ${commentBlocksMax.toLocaleString('en')} people, the most you can block. Unblock someone first.`,
} as const
