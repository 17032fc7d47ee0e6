import { deleteAccountInput } from '#contract/schemas/accounts/account'
import { AppError } from '../../errors'
import { accountRoutes } from '../../http/routers'
import { clearSession } from '../../http/session-cookie'
import { validate } from '../../http/validate'
import { requestDeletion } from '../../services/leaving/account-deletion'
import { openArchive } from '../../services/leaving/account-export'
import { serveBytes } from '../../storage/serve-object'

/** Leaving the site, optionally with a copy of the account's data. */
export const accountLeaveRoutes = accountRoutes()
  .delete('/', validate('json', deleteAccountInput), async (c) => {
    const answer = await requestDeletion(c.var.ctx, c.req.valid('json'))
    clearSession(c)
    return c.json(answer)
  })
  // GET and HEAD, with ranges, so that an interrupted download can resume.
  .get('/export', async (c) => {
    if (c.req.header('sec-fetch-site') === 'cross-site') {
      throw new AppError('cross_site', 'A download can only be started from this site.')
    }
    const known = c.req.header('if-range') ?? c.req.header('if-match') ?? null
    return serveBytes(c.req.raw, await openArchive(c.var.ctx, known), {
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="account.zip"',
    })
  })
