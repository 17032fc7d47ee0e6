import type { Context } from 'hono'
import { type RefusedRequest, removalRequest } from '#contract/schemas/moderation/safety'
import type { AppEnv } from '../env'
import { AppError } from '../errors'
import { statusOf } from '../http/error-response'
import { csrf, formBodies } from '../http/guards/csrf'
import { outerLimit } from '../http/guards/rate-limit'
import { openRoutes } from '../http/routers'
import { invalidInput } from '../http/validate'
import { createRemovalRequest } from '../services/moderation/removal-requests'
import { answerPage } from './pages'

const fields = Object.keys(removalRequest.shape)
const limited = outerLimit('API_LIMIT')

/**
 * The form of `/removal` as a browser without JavaScript sends it, with the API's guards and the same service. A refused
 * request comes back as the page, with what was typed.
 */
export const removalFormRoutes = openRoutes().post('/removal', csrf(), formBodies(), async (c) => {
  const values = typedIn(await c.req.parseBody())
  try {
    let token = ''
    await limited(c, async () => {
      token = await send(c, values)
    })
    return c.redirect(`/removal/${token}`, 303)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const status = statusOf(error)
    if (status >= 500) throw error
    if (error.options.retryAfter !== undefined) c.header('retry-after', String(error.options.retryAfter))
    return answerPage(c, { status, request: refusedBy(error, values) })
  }
})

async function send(c: Context<AppEnv>, values: Record<string, string>): Promise<string> {
  const parsed = removalRequest.safeParse({ ...values, goodFaith: 'goodFaith' in values })
  if (!parsed.success) throw invalidInput(parsed.error)
  const { receipt } = await createRemovalRequest(c.var.ctx, parsed.data)
  return receipt.token
}

/** Returns the form's fields. A box that isn't ticked isn't sent, and lines end as the API's do. */
function typedIn(sent: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = sent[name]
      return typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : []
    }),
  )
}

function refusedBy({ detail, options }: AppError, values: Record<string, string>): RefusedRequest {
  const errors = Object.fromEntries((options.errors ?? []).map(({ path, message }) => [path, message]))
  return { values, errors, failure: options.errors ? null : detail }
}
