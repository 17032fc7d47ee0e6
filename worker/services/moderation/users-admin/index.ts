export { findAccount, getUser, getUserDetail } from './get'
export { explainRefusal, outOfReach, refusalOf, whereActorKeepsRole, whereBelowActor } from './guard'
export { listUsers } from './list'
export { changeRole, demoteUser, promoteUser } from './roles'
