export { countMembers } from './count-members'
export { countPlays } from './count-plays'
