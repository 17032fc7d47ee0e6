import type { Context } from 'hono'
import type { RefusedRequest, RemovalReceipt } from '#contract/schemas/moderation/safety'
import type { Boot } from '#contract/schemas/site/boot'
import type { LegalDocument } from '#contract/schemas/site/settings'
import { inTime } from '#db/in-time'
import { renderLegal, renderReceipt } from '#dist/worker/render.js'
import type { AppEnv } from '../../env'
import { AppError } from '../../errors'
import { describeError, log } from '../../log'
import { getRemovalReceipt } from '../../services/moderation/removal-requests'
import { getLegalDocument } from '../../services/site/legal'

/** What a page says without JavaScript that must be read and used by everyone. */
export type Plain = { legal: LegalDocument } | { receipt: RemovalReceipt | null }

/** Milliseconds that a page waits for it at most: most browsers don't need it. */
const plainMs = 500

/**
 * Reads what a page says without JavaScript; undefined for a page that has no such contents. If that fails or takes
 * too long, the page does without them.
 */
export async function readPlain(c: Context<AppEnv>, module: string | undefined): Promise<Plain | undefined> {
  try {
    return await inTime(plainOf(c, module), plainMs, () => undefined)
  } catch (error) {
    log('error', 'page.not-rendered', { module: module ?? null, ...describeError(error) })
    return undefined
  }
}

async function plainOf(c: Context<AppEnv>, module: string | undefined): Promise<Plain | undefined> {
  const { ctx, identity } = c.var
  const [, first = '', second = ''] = c.req.path.split('/')
  if (module === 'visit/legal') return { legal: await getLegalDocument(ctx, first) }
  // From the primary: it was written just now, and without cookies the browser can't say so.
  if (module === 'visit/removal-receipt')
    return { receipt: await unlessMissing(getRemovalReceipt(identity.primary, second)) }
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

/** Renders it; `refused` is the request that was just sent by the page's form. If that fails, the page does without. */
export async function renderPlain(
  boot: Boot,
  plain: Plain,
  address: string,
  refused: RefusedRequest | null,
): Promise<string | undefined> {
  try {
    return 'legal' in plain
      ? await renderLegal(boot, plain.legal, address, refused)
      : await renderReceipt(boot, plain.receipt)
  } catch (error) {
    log('error', 'page.not-rendered', describeError(error))
    return undefined
  }
}
