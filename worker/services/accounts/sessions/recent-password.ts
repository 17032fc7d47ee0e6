import { confirmedMs } from '../../../../contract/values/moderation/administration'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'

/** For grave acts: the password was typed in this session a short while ago, at sign-in or since. */
export function insistOnRecentPassword({ actor, now }: UserContext): void {
  if (now - actor.confirmedAt > confirmedMs)
    throw new AppError('password_required', 'Please type your password again first.')
}
