import type { CardRules, TurnCardsOn } from '#contract/schemas/moderation/card-rules'
import type { SettingsDocument } from '#contract/schemas/site/settings'
import { always, type Condition } from '#db/conditions'
import { whereUnreviewedAtMost } from '#db/queries/moderation/card-rules'
import { changeSettings, type SettingsChange, type SettingsRow } from '#db/queries/shared/settings'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audited, repeatable } from '../../shared/audit'
import { copyChanged, requireSettings } from '../../shared/settings'
import { isoTimeOrNull } from '../../shared/time'
import { getCardRules } from './get'
import { lookThrough } from './look-through'

/** Attempts, as for other settings: the row may change between reading and writing. */
const attempts = 5

/**
 * Puts the card rules in force: approval is on, no uploader is trusted, and videos that no person has looked
 * at go to review. Cards are offered once no such video can be seen any more. Refuses if there are more of
 * them than the caller was told.
 */
export async function turnCardsOn(ctx: UserContext, input: TurnCardsOn): Promise<CardRules> {
  const act = { action: 'cards.on', subject: 'settings', subjectId: 'site', details: { ...input } }
  await repeatable(ctx, act, () =>
    turn(ctx, act, {
      isDone: ({ cardRulesSince }) => cardRulesSince !== null,
      otherwise: 'Card payments are already on.',
      change: {
        settings: { requireContentApproval: true },
        state: { cardRulesSince: ctx.now, cardsCheckedId: 0 },
      },
      onlyIf: whereUnreviewedAtMost(input.unreviewed),
    }),
  )
  await lookThrough(ctx)
  return getCardRules(ctx)
}

/**
 * Takes no more cards. Trust can count again, and approval can be turned off; videos that wait for a review
 * still do.
 */
export async function turnCardsOff(ctx: UserContext): Promise<CardRules> {
  const act = { action: 'cards.off', subject: 'settings', subjectId: 'site' }
  await repeatable(ctx, act, () =>
    turn(ctx, act, {
      isDone: ({ cardRulesSince }) => cardRulesSince === null,
      otherwise: 'Card payments are already off.',
      change: { state: { cardPaymentsEnabled: false, cardRulesSince: null, cardsCheckedId: 0 } },
      onlyIf: always,
    }),
  )
  return getCardRules(ctx)
}

interface Turn {
  isDone(row: SettingsRow): boolean
  otherwise: string
  change: SettingsChange
  onlyIf: Condition
}

async function turn(
  ctx: UserContext,
  act: { action: string; subject: string; subjectId: string; details?: Record<string, unknown> },
  { isDone, otherwise, change, onlyIf }: Turn,
): Promise<void> {
  const { db, now, actor } = ctx
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { settings, row } = await requireSettings(ctx)
    if (isDone(row)) throw new AppError('conflict', otherwise)
    const write = changeSettings(db, row, change, { userId: actor.id, now }, onlyIf)
    const before = { ...row, ...settings }
    const after = { ...before, ...change.settings, ...change.state }
    const details = { ...act.details, before: stateOf(before), after: stateOf(after) }
    const [changed] = await db.batch(audited(ctx, write, { ...act, details }))
    if (changed.length > 0) return copyChanged(ctx)
    if ((await requireSettings(ctx)).row.updatedAt === row.updatedAt) throw await moreThanTold(ctx)
  }
  throw new AppError('conflict', 'Someone else just changed the settings. Please check them again.')
}

async function moreThanTold(ctx: UserContext): Promise<AppError> {
  const { unreviewed } = await getCardRules(ctx)
  const now = unreviewed === 1 ? 'is now 1 video' : `are now ${unreviewed} videos`
  return new AppError(
    'conflict',
    `There ${now} that no one has reviewed. Check the number and confirm again.`,
  )
}

/** Returns the settings as they are logged before and after a change. */
function stateOf({
  cardPaymentsEnabled,
  cardRulesSince,
  requireContentApproval,
}: SettingsRow & SettingsDocument) {
  return { cardPaymentsEnabled, cardRulesSince: isoTimeOrNull(cardRulesSince), requireContentApproval }
}
