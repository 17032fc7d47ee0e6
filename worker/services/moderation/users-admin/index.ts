export { getUserDetail } from './get'
export { listUsers } from './list'
export { changeRole, demoteUser, promoteUser } from './roles'
