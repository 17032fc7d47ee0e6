import type { AdminMail, AdminMailQuery } from '#contract/schemas/site/operations'
import { can } from '#contract/values/accounts/permissions'
import type { MailState } from '#contract/values/site/operations'
import { type MailRow, mailPage } from '#db/queries/site/mail-admin'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../../shared/pagination'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/** Rows scanned per row of a page, where the list includes other states. */
const depth = 2

/**
 * Lists a page of the outbox, newest first. Without the right to read contacts, a search for an address doesn't
 * tell whether it complained. When few match the state, a page may be short or empty and still
 * have a next one.
 */
export async function listMail(
  ctx: ServiceContext,
  { state, recipient, limit, cursor }: AdminMailQuery,
): Promise<Page<AdminMail>> {
  const after = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const isExact = recipient === undefined
  const atMost = isExact ? limit + 1 : depth * limit
  const rows = await mailPage(ctx.db, { state, recipient, toComplainants: readsContacts(ctx) }, atMost, after)
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

function readsContacts({ actor }: Pick<ServiceContext, 'actor'>): boolean {
  return can(actor.role, 'case.readContacts')
}

/**
 * Hides links where email is delivered: with another member's link, an administrator could act as them. Of an email to
 * someone who complained, others than the readers of contacts see the times alone, since the email service's error may
 * name the recipient, too.
 */
export function mailView(
  ctx: Pick<ServiceContext, 'actor' | 'config'>,
  { createdAt, nextAttemptAt, sentAt, recipient, subject, body, lastError, toComplainant, ...row }: MailRow,
): AdminMail {
  const isHidden = toComplainant && !readsContacts(ctx)
  return {
    ...row,
    recipient: isHidden ? null : recipient,
    subject: isHidden ? null : subject,
    lastError: isHidden ? null : lastError,
    body: isHidden || ctx.config.production ? null : body,
    at: isoTime(createdAt),
    nextAttemptAt: isoTimeOrNull(nextAttemptAt),
    sentAt: isoTimeOrNull(sentAt),
  }
}
