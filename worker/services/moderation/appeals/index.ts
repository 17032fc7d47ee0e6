export { appealRemoval } from './appeal'
export { decideAppeal } from './decide'
export { listAppeals } from './list'
export { getOwnRemoval, listOwnRemovals } from './own'
