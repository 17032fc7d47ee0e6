import { always } from '../../../../db/conditions'
import { endEverythingBegun } from '../../../../db/queries/accounts/mail-tokens'
import { endSessions, raiseTokenVersion } from '../../../../db/queries/accounts/sessions'
import type { UserContext } from '../../context'

/** Signs the account out everywhere, including here, and voids every pending link and challenge. */
export async function endAllSessions({ actor, db, now }: UserContext): Promise<void> {
  await db.batch([
    ...endEverythingBegun(db, actor.id, always),
    ...endSessions(db, actor.id, now, always, null),
    raiseTokenVersion(db, actor.id, always),
  ])
}
