import type { WaitingCounts } from '#contract/schemas/site/overview'
import { type Capability, can } from '#contract/values/accounts/permissions'
import { waitingCountMax } from '#contract/values/site/overview'
import { resetsToConfirm } from '#db/queries/accounts/second-factor'
import { type QueueName, queueNames, waitingCounts } from '#db/queries/site/overview'
import type { UserContext } from '../../context'

/** The capability that each queue requires. */
const needs: Record<QueueName, Capability> = {
  pending: 'video.review',
  changed: 'video.review',
  reports: 'case.decide',
  comments: 'case.decide',
  removals: 'case.decide',
  appeals: 'appeal.decide',
  claims: 'payment.read',
  paymentAlerts: 'payment.read',
  jobs: 'site.administer',
  mail: 'mail.resend',
}

/**
 * Returns how many items wait in each queue that the caller may handle, for the numbers beside the panel's
 * sections.
 */
export async function getWaiting({ db, actor, now }: UserContext): Promise<WaitingCounts> {
  const own = queueNames.filter((name) => can(actor.role, needs[name]))
  const [[counts], [resets]] = await db.batch([
    waitingCounts(db, own, waitingCountMax),
    resetsToConfirm(db, actor, now, waitingCountMax),
  ])
  if (!counts || !resets) throw new Error('A select of counts answers a row')
  return { ...counts, ...(can(actor.role, 'user.resetFactor') && { factorResets: resets.count }) }
}
