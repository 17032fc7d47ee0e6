import type { CardRules } from '#contract/schemas/moderation/card-rules'
import { countTrusted, countUnreviewed } from '#db/queries/moderation/card-rules'
import { processorsFor } from '#processors/adapters'
import type { ServiceContext } from '../../context'
import { requireSettings } from '../../shared/settings'
import { isoTimeOrNull } from '../../shared/time'

/**
 * Returns whether cards are taken, with the videos and accounts that turning them on would affect, or still
 * has to.
 */
export async function getCardRules(ctx: ServiceContext): Promise<CardRules> {
  const { settings, row } = await requireSettings(ctx)
  const { cardRulesSince, cardPaymentsEnabled, cardsCheckedId } = row
  const [[videos], [accounts]] = await ctx.db.batch([
    countUnreviewed(ctx.db, cardRulesSince === null ? 0 : cardsCheckedId),
    countTrusted(ctx.db),
  ])
  return {
    state: cardRulesSince === null ? 'off' : cardPaymentsEnabled ? 'on' : 'preparing',
    since: isoTimeOrNull(cardRulesSince),
    unreviewed: videos?.unreviewed ?? 0,
    trusted: accounts?.trusted ?? 0,
    requireContentApproval: settings.requireContentApproval,
    processors: processorsFor(ctx.config.payments, 'card'),
  }
}
