import type { Condition } from '#db/conditions'
import { insertNotice, insertNoticeByEmail, type NewNotice } from '#db/queries/shared/notices'
import type { ServiceContext } from '../../context'

/**
 * Notifies an account of a decision. Returns a statement for the batch that decides; `onlyIf` is the decision's own
 * condition.
 */
export function notify({ db, now }: ServiceContext, notice: NewNotice, onlyIf?: Condition) {
  return insertNotice(db, notice, now, onlyIf)
}

/** Notifies the account whose confirmed address this is; no one, if there is none. */
export function notifyByEmail(
  { db, now }: ServiceContext,
  email: string,
  notice: Omit<NewNotice, 'userId'>,
  onlyIf: Condition,
) {
  return insertNoticeByEmail(db, email, notice, now, onlyIf)
}
