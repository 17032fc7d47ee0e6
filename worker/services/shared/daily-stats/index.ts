export { countDay } from './count-day'
export { countMembers } from './count-members'
export { countPlays } from './count-plays'
export { foldDays } from './fold-days'
