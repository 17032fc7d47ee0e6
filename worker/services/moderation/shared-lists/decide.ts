import { batchNamed } from '#db/batch-named'
import { allOf, always, type Condition } from '#db/conditions'
import {
  listForStaff,
  setListClosed,
  whereAnyList,
  whereClosed,
  whereKeyed,
} from '#db/queries/videos/library/lists'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { emailText, kickMail, queueMail } from '../../shared/mail'
import { listNotFound } from '../../videos/lists'
import { explainRefusal, whereBelowActor } from '../users-admin/guard'

/**
 * Closes the link of a list, and tells its owner why. The list still belongs to its owner, whose ID is
 * returned.
 */
export function closeSharedList(ctx: UserContext, key: string, note: string): Promise<{ ownerId: number }> {
  return decide(ctx, whereKeyed(key), closing(ctx, note))
}

/**
 * Returns the statements that close the link of a list at someone's request, while `onlyIf` holds; none if it
 * opens no list.
 */
export async function closingAtRequest(ctx: UserContext, key: string, note: string, onlyIf: Condition) {
  const which = allOf(whereKeyed(key), onlyIf)
  const prepared = await prepare(ctx, which, closing(ctx, note))
  return prepared ? [...prepared.records, prepared.change] : []
}

function closing(ctx: UserContext, note: string): Decision {
  return {
    action: 'list.close',
    note,
    closedAt: ctx.now,
    subject: 'We disabled a shared link',
    outcome: (name) =>
      `We disabled the link of your list “${name}”. No one else can open it, and it can't be shared for now.`,
    more: `If you don't agree, contact ${ctx.settings.contactEmail}.`,
  }
}

/**
 * Lets a list whose link was closed be shared again, by a new link alone, and tells its owner why. Like other
 * acts on accounts, it is only for lists of owners with a lower role.
 */
export async function reopenList(ctx: UserContext, id: number, note: string): Promise<void> {
  const decision = {
    action: 'list.reopen',
    note,
    closedAt: null,
    subject: 'You can share your list again',
    outcome: (name: string) => `You can share your list “${name}” again.`,
    more: 'Create a new link to share it. The old one stays disabled.',
    belowActor: true,
  } as const
  const act = { action: decision.action, subject: 'list', subjectId: id, reason: note }
  await repeatable(ctx, act, async () => void (await decide(ctx, whereClosed(id), decision)))
}

interface Decision {
  action: 'list.close' | 'list.reopen'
  /** Read by the owner. */
  note: string
  closedAt: number | null
  subject: string
  outcome: (name: string) => string
  more: string
  /** Whether the owner's role must be below the actor's. */
  belowActor?: boolean
}

/** Carries out a decision about one list. When two decide at once, the second finds no such list. */
async function decide(ctx: UserContext, which: Condition, decision: Decision) {
  const prepared = await prepare(ctx, which, decision)
  if (!prepared) throw listNotFound()
  const { decided } = await batchNamed(ctx.db, [...prepared.records, { decided: prepared.change }])
  if (decided.length === 0) throw await refusal(ctx, prepared.ownerId, decision)
  ctx.defer(kickMail(ctx))
  return { ownerId: prepared.ownerId }
}

async function refusal(ctx: UserContext, ownerId: number, { belowActor }: Decision): Promise<AppError> {
  if (!belowActor) return listNotFound()
  if (ownerId === ctx.actor.id)
    return new AppError('conflict', "You can't decide about your own list. Ask a colleague.")
  return explainRefusal(ctx, ownerId, () => 'This list has already been decided.')
}

/** Returns a decision's statements, the change last; null when there is no such list. */
async function prepare(ctx: UserContext, found: Condition, decision: Decision) {
  const { db, now } = ctx
  const { action, note, closedAt, subject, outcome, more, belowActor } = decision
  const [list] = await listForStaff(db, found)
  if (!list) return null
  const which = belowActor ? allOf(found, whereBelowActor(ctx, list.userId, always)) : found
  const onlyIf = whereAnyList(which)
  const mail = {
    // The time is included, since a list may be closed again.
    dedupeKey: `${action}:${list.id}:${now}`,
    to: list.email,
    subject,
    body: emailText(ctx, list.username, [
      outcome(list.name),
      `Reason: ${note}`,
      more,
      `Your list: ${ctx.config.siteOrigin}/lists/${list.id}`,
    ]),
  }
  const change = closedAt === null ? ['closed', 'allowed'] : ['open', 'closed']
  const [before, after] = change.map((link) => ({ link }))
  const details = { name: list.name, owner: list.userId, before, after }
  return {
    ownerId: list.userId,
    records: [
      queueMail(ctx, mail, onlyIf),
      audit(ctx, { action, subject: 'list', subjectId: list.id, reason: note, details }, onlyIf),
    ],
    change: setListClosed(db, which, closedAt),
  }
}
