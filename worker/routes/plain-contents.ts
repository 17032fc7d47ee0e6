import type { Context } from 'hono'
import type { RefusedRequest } from '#contract/schemas/moderation/safety'
import type { Boot } from '#contract/schemas/site/boot'
import { renderLegal, renderReceipt } from '#dist/worker/render.js'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import { describeError, log } from '../log'
import { getRemovalReceipt } from '../services/moderation/removal-requests'
import { getLegalDocument } from '../services/site/legal'

/**
 * Returns what a page shows without JavaScript, if it is one that must be read and used by everyone: a legal text, or
 * the receipt of a removal request. If that fails, the page does without it.
 */
export async function plainContents(
  c: Context<AppEnv>,
  module: string,
  boot: Boot,
  refused: RefusedRequest | null,
): Promise<string | undefined> {
  const { ctx, identity } = c.var
  const [, first = '', second = ''] = c.req.path.split('/')
  try {
    if (module === 'visit/legal')
      return await renderLegal(boot, await getLegalDocument(ctx, first), c.req.url, refused)
    if (module === 'visit/removal-receipt')
      // From the primary: it was written just now, and without cookies the browser can't say so.
      return await renderReceipt(boot, await unlessMissing(getRemovalReceipt(identity.primary, second)))
  } catch (error) {
    log('error', 'page.not-rendered', { module, ...describeError(error) })
  }
  return undefined
}

async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
