export { findAccount, getUser, getUserDetail } from './get'
export { explainRefusal, whereActorAdministers } from './guard'
export { listUsers } from './list'
export { demoteUser, promoteUser } from './roles'
