interface ReasonFacts {
  name: string
  /** Whether a removal request may give it, since such a video harms someone. */
  asksForRemoval: boolean
  /** Hides a video at once, files included, until the report is decided. */
  isGrave: boolean
  /**
   * Unlawful no matter who uploaded it: removed and preserved. For the other reasons, the uploader may make a
   * difference.
   */
  isUnlawful: boolean
}

/** Reasons for a report, in the order of the dialog. */
const reasons = {
  minor: { name: 'Involves a minor', asksForRemoval: true, isGrave: true, isUnlawful: true },
  without_consent: { name: 'Without consent', asksForRemoval: true, isGrave: true, isUnlawful: true },
  illegal: { name: 'Illegal', asksForRemoval: true, isGrave: false, isUnlawful: true },
  copyright: { name: 'Copyright', asksForRemoval: true, isGrave: false, isUnlawful: false },
  spam: { name: 'Spam or misleading', asksForRemoval: false, isGrave: false, isUnlawful: false },
  other: { name: 'Other', asksForRemoval: true, isGrave: false, isUnlawful: false },
} as const satisfies Record<string, ReasonFacts>

export type ReportReason = keyof typeof reasons
export type RemovalReason = {
  [Reason in ReportReason]: (typeof reasons)[Reason]['asksForRemoval'] extends true ? Reason : never
}[ReportReason]

export const reportReasons = Object.keys(reasons) as [ReportReason, ...ReportReason[]]
export const removalReasons = reportReasons.filter((reason) => reasons[reason].asksForRemoval) as [
  RemovalReason,
  ...RemovalReason[],
]
export const graveReasons: readonly ReportReason[] = reportReasons.filter(isGrave)
export const unlawfulReasons: readonly ReportReason[] = reportReasons.filter(isUnlawful)

export const reasonNames = Object.fromEntries(
  reportReasons.map((reason) => [reason, reasons[reason].name]),
) as Record<ReportReason, string>

/** What "Without consent" means to people who report a video or ask for its removal. */
export const withoutConsentText =
  "Someone in it didn't consent to being filmed or to it being published. This includes pictures and videos made or changed with AI."

export function isGrave(reason: ReportReason): boolean {
  return reasons[reason].isGrave
}

export function isUnlawful(reason: ReportReason): boolean {
  return reasons[reason].isUnlawful
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
