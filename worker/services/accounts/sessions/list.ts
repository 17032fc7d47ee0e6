import type { z } from 'zod'
import type { Session } from '#contract/schemas/accounts/account'
import type { pageQuery } from '#contract/schemas/shared/lists'
import { standingSessions } from '#db/queries/accounts/sessions'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { isoTime } from '../../shared/time'
import { standingAfter } from './bounds'
import { unknownDevice } from './device'

/** Lists the account's sessions, newest sign-in first. */
export async function listSessions(
  { actor, db, now }: UserContext,
  { limit, cursor }: z.infer<typeof pageQuery>,
): Promise<Page<Session>> {
  const [createdAt, id] = cursor ? decodeCursor(cursor, 'number', 'string') : []
  const before = createdAt === undefined || id === undefined ? undefined : { createdAt, id }
  const rows = await standingSessions(db, actor.id, standingAfter(actor, now), { atMost: limit + 1, before })
  const { items, nextCursor } = page(rows, limit, (row) => [row.createdAt, row.id])
  return { items: items.map(view), nextCursor }

  function view({ id, device, country, createdAt, seenAt }: (typeof rows)[number]): Session {
    const isCurrent = id === actor.sessionId
    // Use is recorded once an hour, but this one is in use.
    return {
      id,
      device: device || unknownDevice,
      country,
      isCurrent,
      createdAt: isoTime(createdAt),
      seenAt: isoTime(isCurrent ? now : seenAt),
    }
  }
}
