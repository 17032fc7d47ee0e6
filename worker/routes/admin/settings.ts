import * as z from 'zod'
import { turnCardsOnInput } from '#contract/schemas/moderation/card-rules'
import { updateSettingsInput } from '#contract/schemas/site/settings'
import { publishLegalInput } from '#contract/schemas/site/settings-admin'
import { requireRecentPassword } from '../../http/guards/require-recent-password'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { getCardRules, turnCardsOff, turnCardsOn } from '../../services/moderation/card-rules'
import { getSettings, setLogo, updateSettings } from '../../services/shared/settings'
import { getLegalForEdit, publishLegal } from '../../services/site/legal'

const page = z.object({ slug: z.string().max(40) })
const edition = z.object({ version: z.coerce.number().int().positive().optional() })

export const adminSettingsRoutes = staffRoutes('site.administer')
  .get('/settings', async (c) => c.json(await getSettings(c.var.ctx)))
  .patch('/settings', requireRecentPassword(), validate('json', updateSettingsInput), async (c) =>
    c.json(await updateSettings(c.var.ctx, c.req.valid('json'))),
  )
  .get('/card-rules', async (c) => c.json(await getCardRules(c.var.ctx)))
  .put('/card-rules', requireRecentPassword(), validate('json', turnCardsOnInput), async (c) =>
    c.json(await turnCardsOn(c.var.ctx, c.req.valid('json'))),
  )
  .delete('/card-rules', requireRecentPassword(), async (c) => c.json(await turnCardsOff(c.var.ctx)))
  // The body is the picture: see http/guards/csrf.
  .put('/settings/logo', requireRecentPassword(), async (c) =>
    c.json(await setLogo(c.var.ctx, new Uint8Array(await c.req.arrayBuffer()))),
  )
  .get('/legal/:slug', validate('param', page), validate('query', edition), async (c) =>
    c.json(await getLegalForEdit(c.var.ctx, c.req.valid('param').slug, c.req.valid('query').version)),
  )
  .post(
    '/legal/:slug',
    requireRecentPassword(),
    validate('param', page),
    validate('json', publishLegalInput),
    async (c) => c.json(await publishLegal(c.var.ctx, c.req.valid('param').slug, c.req.valid('json'))),
  )
