import { confirmedMs } from '#contract/values/accounts/account'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'

/** Throws unless the password was entered in this session recently, as sensitive actions require. */
export function insistOnRecentPassword({ actor, now }: UserContext): void {
  if (now - actor.confirmedAt > confirmedMs)
    throw new AppError('password_required', 'Please enter your password again first.')
}
