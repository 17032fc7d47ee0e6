import type { AdminMail, AdminMailQuery } from '../../../../contract/schemas/site/operations'
import type { MailState } from '../../../../contract/values/moderation/administration'
import { type MailRow, mailPage } from '../../../../db/queries/site/mail-admin'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../../shared/pagination'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/** Mails that a page looks through for each that it may have, where the list holds other states too. */
const depth = 2

/**
 * A page of the outbox, newest first. Where few are of the state that was asked for, a page is short, or empty, and its
 * cursor goes on.
 */
export async function listMail(
  ctx: ServiceContext,
  { state, recipient, limit, cursor }: AdminMailQuery,
): Promise<Page<AdminMail>> {
  const after = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const isExact = recipient === undefined
  const atMost = isExact ? limit + 1 : depth * limit
  const rows = await mailPage(ctx.db, { state, recipient }, atMost, after)
  const { items, nextCursor } = sparsePage(rows, {
    limit,
    atMost,
    matches: (row) => stateOf(row) === state,
    cursorOf: ({ id }) => [id],
  })
  return { items: items.map((row) => mailView(ctx, row)), nextCursor }
}

function stateOf({ sentAt, nextAttemptAt }: MailRow): MailState {
  if (sentAt !== null) return 'sent'
  return nextAttemptAt === null ? 'failed' : 'waiting'
}

/** Where mail is delivered nobody reads the links of others: with one, an administrator would be whom they like. */
export function mailView(
  { config }: ServiceContext,
  { createdAt, nextAttemptAt, sentAt, body, ...row }: MailRow,
): AdminMail {
  return {
    ...row,
    body: config.production ? null : body,
    at: isoTime(createdAt),
    nextAttemptAt: isoTimeOrNull(nextAttemptAt),
    sentAt: isoTimeOrNull(sentAt),
  }
}
