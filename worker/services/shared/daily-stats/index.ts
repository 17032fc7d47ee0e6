export { countMembers } from './count-members'
export { countPlays, viewToCount } from './count-plays'
export { foldDays } from './fold-days'
