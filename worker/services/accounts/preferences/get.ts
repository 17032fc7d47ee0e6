import type { Preferences } from '#contract/schemas/accounts/account'
import { preferencesOf } from '#db/queries/accounts/preferences'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { preferencesView } from './view'

export async function getPreferences(ctx: UserContext): Promise<Preferences> {
  const [row] = await preferencesOf(ctx.db, ctx.actor.id)
  if (!row) throw new AppError('unauthenticated', 'Please sign in first.')
  return preferencesView(ctx, row)
}
