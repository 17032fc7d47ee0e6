import type { Passkey } from '#contract/schemas/accounts/account'
import { followedBy } from '#db/followed-by'
import { deletePasskey, passkeyById, renamePasskey } from '#db/queries/accounts/passkeys'
import { notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { mailOfPasskey } from './emails'
import { passkeyView } from './view'

export async function nameOwnPasskey({ db, actor }: UserContext, id: string, name: string): Promise<Passkey> {
  const [named] = await renamePasskey(db, actor.id, id, name)
  if (!named) throw notFound('The passkey')
  return passkeyView(named)
}

/** Removes a passkey. A missing one counts as removed, and so does another account's. */
export async function removePasskey(ctx: UserContext, id: string): Promise<void> {
  const { db, actor } = ctx
  const [passkey] = await passkeyById(db, id)
  if (passkey?.userId !== actor.id) return
  await db.batch(
    followedBy(deletePasskey(db, actor.id, id), ({ changed }) =>
      mailOfPasskey(ctx, { event: 'removed', name: passkey.name }, changed),
    ),
  )
  ctx.defer(kickMail(ctx))
}
