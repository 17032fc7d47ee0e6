import type { Notice } from '#contract/schemas/site/notices'
import type { NoticeOutcome } from '#contract/values/shared/notices'
import { paths } from '../../lib/navigation/paths'

interface Said {
  text: string
  /** The path that it links to; null if its subject is gone. */
  to: string | null
}

/** Returns a notification's text, and the path that it links to. */
export function saidOf(notice: Notice): Said {
  const { kind, count, video, username, outcome } = notice
  const title = video ? `“${video.title}”` : 'a video'
  const page = video ? paths.video(video.id) : null
  const thread = page && `${page}#comments`
  const someone = username ?? 'Someone'
  if (outcome) return decisions[outcome](notice, title)
  if (kind === 'video') return { text: `${someone} published ${title}.`, to: page }
  if (kind === 'comment') {
    const text = count > 1 ? `${count} new comments on ${title}.` : `${someone} commented on ${title}.`
    return { text, to: thread }
  }
  const text =
    count > 1 ? `${count} new replies to you on ${title}.` : `${someone} replied to you on ${title}.`
  return { text, to: thread }
}

type Decision = (notice: Notice, title: string) => Said

const editor = ({ video }: Notice) => video && paths.editVideo(video.id)
const page = ({ video }: Notice) => video && paths.video(video.id)
const report = ({ ref }: Notice) => ref && paths.reportReceipt(ref, null)
const request = ({ ref }: Notice) => ref && paths.removalReceipt(ref)
const removal = ({ ref }: Notice) => ref && paths.ownRemoval(Number(ref))

const decisions: Record<NoticeOutcome, Decision> = {
  approved: (notice, title) => ({ text: `Approved: ${title}.`, to: page(notice) }),
  rejected: (notice, title) => ({
    text: `Not approved: ${title}. See why, and resubmit it.`,
    to: editor(notice),
  }),
  reverted: (notice, title) => ({
    text: `Your changes to ${title} weren't approved. We put back what we had approved.`,
    to: editor(notice),
  }),
  recalled: (notice, title) => ({ text: `We're reviewing ${title} again.`, to: editor(notice) }),
  corrected: (notice, title) => ({ text: `Our team corrected ${title}.`, to: editor(notice) }),
  removed: (notice, title) => ({
    text: `Removed: ${title}. See why, and how to appeal.`,
    to: removal(notice),
  }),
  restored: (notice, title) => ({ text: `Restored: ${title}.`, to: page(notice) }),
  kept: (notice, title) => ({
    text: `Someone asked us to remove ${title}. We didn't remove it.`,
    to: page(notice),
  }),
  upheld: (notice) => ({
    text: 'A video you reported is no longer on the site. Thanks for telling us.',
    to: report(notice),
  }),
  dismissed: (notice) => ({
    text: 'We reviewed a video you reported and decided to leave it up.',
    to: report(notice),
  }),
  granted: (notice) => ({
    text: 'We granted your removal request.',
    to: request(notice),
  }),
  refused: (notice) => ({
    text: 'We declined your removal request.',
    to: request(notice),
  }),
  reversed: (notice) => ({ text: 'Our decision on your removal request has changed.', to: request(notice) }),
  'comment-upheld': (notice) => ({
    text: 'A comment you reported is no longer on the site. Thanks for telling us.',
    to: page(notice),
  }),
  'comment-dismissed': (notice) => ({
    text: 'We reviewed a comment you reported and decided to leave it up.',
    to: page(notice),
  }),
  'comment-gone': (notice) => ({
    text: 'A comment you reported is no longer on the site.',
    to: page(notice),
  }),
  'comment-removed': (notice, title) => ({
    text: `We removed a comment of yours on ${title}. We emailed you the reason.`,
    to: page(notice),
  }),
  'comment-restored': (notice, title) => ({
    text: `We restored a comment of yours on ${title}.`,
    to: page(notice),
  }),
  'appeal-upheld': (notice, title) => ({ text: `Your appeal for ${title} was upheld.`, to: removal(notice) }),
  'appeal-rejected': (notice, title) => ({
    text: `We reviewed ${title} again, and it stays removed.`,
    to: removal(notice),
  }),
  'payment-confirmed': () => ({
    text: 'Your payment was confirmed. Your membership is active.',
    to: paths.subscription,
  }),
  'payment-refused': () => ({ text: "We couldn't confirm your payment.", to: paths.subscription }),
}
