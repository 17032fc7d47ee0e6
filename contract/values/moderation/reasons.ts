/** Reasons for a report, in the order of the dialog. */
export const reportReasons = ['minor', 'without_consent', 'illegal', 'copyright', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Reasons for a removal request: those of a report, except the ones that harm nobody. */
export const removalReasons = ['minor', 'without_consent', 'illegal', 'copyright', 'other'] as const
export type RemovalReason = (typeof removalReasons)[number]

export const reasonNames: Record<ReportReason, string> = {
  minor: 'Involves a minor',
  without_consent: 'Without consent',
  illegal: 'Illegal',
  copyright: 'Copyright',
  spam: 'Spam or misleading',
  other: 'Other',
}

/** These hide a video at once, files included, until the report is decided. */
export const graveReasons: readonly ReportReason[] = ['minor', 'without_consent']

export function isGrave(reason: ReportReason): boolean {
  return graveReasons.includes(reason)
}

/** Unlawful whoever uploaded it: removed and preserved. For the other reasons the uploader may matter. */
export const unlawfulReasons: readonly ReportReason[] = [...graveReasons, 'illegal']

export function isUnlawful(reason: ReportReason): boolean {
  return unlawfulReasons.includes(reason)
}

/** Reasons for a rejection in review, with the sentence that the uploader reads. */
export const rejectionReasons = {
  prohibited: "It shows something our terms don't allow.",
  consent: "It isn't clear that everyone in it agreed to be shown here.",
  rights: "It isn't clear that you hold the rights to it.",
  misleading: "The title, description, thumbnail or category doesn't match the video.",
  quality: 'The picture or sound quality is too low.',
  duplicate: "It's already on the site.",
  other: "It can't be published as is.",
} as const
export type RejectionReason = keyof typeof rejectionReasons
