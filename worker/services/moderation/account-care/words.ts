import type { OwnWarning } from '#contract/schemas/moderation/account-care'
import {
  acknowledgeWarning,
  insertNote,
  insertWarning,
  openWarningsOf,
  sameNotes,
  sameWarnings,
  whereNotNoted,
  whereNotWarned,
} from '#db/queries/moderation/account-care'
import { notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { unlessDone } from '../../shared/audit'
import { emailText, queueMail } from '../../shared/mail'
import { isoTime, repeatMs } from '../../shared/time'
import { findAccount } from '../users-admin/get'
import { actOn } from './act-on'

const again = 'You wrote this a moment ago.'
/** The most unacknowledged warnings that a member is shown at once. */
const openAtMost = 10

/**
 * Warns a member, who gets an email and sees the warning in the account until it is acknowledged. The log,
 * which outlives the account, records that there was a warning, but not its text.
 */
export async function warnMember(ctx: UserContext, id: number, text: string): Promise<void> {
  const { username, email } = await findAccount(ctx, id)
  const mail = {
    dedupeKey: `warning:${id}:${ctx.requestId}`,
    to: email,
    subject: 'A warning about your account',
    body: emailText(ctx, username, [
      'We have a warning for you:',
      text,
      `Please read and confirm it in your account: ${ctx.config.siteOrigin}/account`,
      `If you think this is a mistake, contact ${ctx.settings.contactEmail}.`,
    ]),
  }
  const warning = { userId: id, text, by: ctx.actor.id, at: ctx.now }
  const since = ctx.now - repeatMs
  const warn = () =>
    actOn(ctx, id, {
      action: 'user.warn',
      before: null,
      after: null,
      otherwise: again,
      target: whereNotWarned(warning, since),
      changes: (onlyIf) => [queueMail(ctx, mail, onlyIf), insertWarning(ctx.db, warning, onlyIf)],
    })
  await unlessDone(async () => (await sameWarnings(ctx.db, warning, since)).length > 0, warn)
}

/** Adds a note, which only staff read. As with warnings, the log doesn't repeat it. */
export async function addNote(ctx: UserContext, id: number, text: string): Promise<void> {
  const note = { userId: id, text, by: ctx.actor.id, at: ctx.now }
  const since = ctx.now - repeatMs
  const write = () =>
    actOn(ctx, id, {
      action: 'user.note',
      before: null,
      after: null,
      otherwise: again,
      target: whereNotNoted(note, since),
      changes: (onlyIf) => [insertNote(ctx.db, note, onlyIf)],
    })
  await unlessDone(async () => (await sameNotes(ctx.db, note, since)).length > 0, write)
}

/** Returns the caller's warnings that wait to be acknowledged. */
export async function listOwnWarnings({ db, actor }: UserContext): Promise<OwnWarning[]> {
  const rows = await openWarningsOf(db, actor.id, openAtMost)
  return rows.map(({ id, at, text }) => ({ id, at: isoTime(at), text }))
}

/** Records that the caller read a warning; safe to repeat. */
export async function acknowledge(ctx: UserContext, id: number): Promise<void> {
  const done = await acknowledgeWarning(ctx.db, ctx.actor.id, id, ctx.now)
  if (done.length === 0) throw notFound('The warning')
}
