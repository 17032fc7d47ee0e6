import { adminUserQuery, banUserInput } from '../../../contract/schemas/moderation/users'
import { paged } from '../../http/paged'
import { idParam } from '../../http/params'
import { requireRecentPassword } from '../../http/require-recent-password'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { banUser, unbanUser } from '../../services/moderation/bans'
import { demoteUser, getUserDetail, listUsers, promoteUser } from '../../services/moderation/users-admin'

const grave = requireRecentPassword()

export const adminUserRoutes = staffRoutes()
  .get('/', validate('query', adminUserQuery), async (c) =>
    c.json(paged(c, await listUsers(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id', idParam, async (c) => c.json(await getUserDetail(c.var.ctx, c.req.valid('param').id)))
  .post('/:id/promote', grave, idParam, async (c) =>
    c.json(await promoteUser(c.var.ctx, c.req.valid('param').id)),
  )
  .post('/:id/demote', grave, idParam, async (c) =>
    c.json(await demoteUser(c.var.ctx, c.req.valid('param').id)),
  )
  .post('/:id/ban', grave, idParam, validate('json', banUserInput), async (c) =>
    c.json(await banUser(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .delete('/:id/ban', grave, idParam, async (c) =>
    c.json(await unbanUser(c.var.ctx, c.req.valid('param').id)),
  )
