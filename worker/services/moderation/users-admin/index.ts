export { findAccount, getUser, getUserDetail } from './get'
export { explainRefusal, outOfReach, whereActorKeepsRole, whereBelowActor } from './guard'
export { listUsers } from './list'
export { changeRole, demoteUser, promoteUser } from './roles'
