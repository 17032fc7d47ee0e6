import { adminUserQuery, banUserInput, changeRoleInput } from '#contract/schemas/moderation/users'
import { requireRecentPassword } from '#worker/http/guards/require-recent-password'
import { paged } from '#worker/http/paged'
import { idParam } from '#worker/http/params'
import { requireCapability, staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { banUser, unbanUser } from '#worker/services/moderation/bans/index'
import {
  changeRole,
  demoteUser,
  getUserDetail,
  listUsers,
  promoteUser,
} from '#worker/services/moderation/users-admin/index'

const grave = requireRecentPassword()
const appoint = requireCapability('staff.appoint')
const ban = requireCapability('user.ban')

export const adminUserRoutes = staffRoutes('user.read')
  .get('/', validate('query', adminUserQuery), async (c) =>
    c.json(paged(c, await listUsers(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id', idParam, async (c) => c.json(await getUserDetail(c.var.ctx, c.req.valid('param').id)))
  .post('/:id/promote', appoint, grave, idParam, async (c) =>
    c.json(await promoteUser(c.var.ctx, c.req.valid('param').id)),
  )
  .post('/:id/demote', appoint, grave, idParam, async (c) =>
    c.json(await demoteUser(c.var.ctx, c.req.valid('param').id)),
  )
  .put('/:id/role', appoint, grave, idParam, validate('json', changeRoleInput), async (c) =>
    c.json(await changeRole(c.var.ctx, c.req.valid('param').id, c.req.valid('json').role)),
  )
  .post('/:id/ban', ban, grave, idParam, validate('json', banUserInput), async (c) =>
    c.json(await banUser(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .delete('/:id/ban', ban, grave, idParam, async (c) =>
    c.json(await unbanUser(c.var.ctx, c.req.valid('param').id)),
  )
