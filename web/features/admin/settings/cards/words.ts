import type { CardRules } from '#contract/schemas/moderation/card-rules'

export const unreviewedLabel = 'Not reviewed yet'

/** Returns sentences about the effects of the card rules, with the numbers of this site. */
export function cardConsequences({
  state,
  requireContentApproval,
  unreviewed,
  trusted,
}: CardRules): string[] {
  const isOff = state === 'off'
  return [
    requireContentApproval
      ? "Content approval stays on and can't be turned off."
      : "Content approval is turned on and can't be turned off.",
    trusted === 0
      ? "Uploaders can't be exempt from review: trust doesn't count."
      : `Trust doesn't count: ${trusted === 1 ? '1 trusted uploader is' : `${trusted} trusted uploaders are`} reviewed like everyone else. It counts again once cards are off.`,
    ...(isOff && unreviewed > 0
      ? [
          `${unreviewed === 1 ? '1 video that no one has reviewed goes' : `${unreviewed} videos that no one has reviewed go`} back to review and can't be watched until approved. This includes unlisted and scheduled videos. Each uploader gets one email. No card is offered before this is done.`,
          "While none of the premium videos can be watched, Premium isn't sold. Review the newest first to open the shop again.",
        ]
      : []),
    ...(isOff && unreviewed === 0
      ? ['Every video that others can see has been reviewed, so none is hidden.']
      : []),
  ]
}

/** The records that the operator must keep, and about which people, while the site keeps none. */
export const recordsDuty = [
  "This site doesn't keep ID, age and consent records yet. Until it does, card networks require you to keep them yourself, outside the site.",
  'For every uploader: a government-issued ID that shows who they are and that they are an adult, and their agreement to your terms.',
  'For everyone who appears in a video, whether they uploaded it or not: the same ID, and their written consent to being filmed, published and, where you allow it, downloaded.',
  'Watch each video and check its records before you approve it: approving many at once counts as a review, too. Show the records to your acquirer when asked.',
]
