export {
  countedInBatch,
  countedWhereDone,
  enforceLimit,
  enforceLimits,
  enforceOwnLimit,
  forgetUses,
  giveBack,
  giveBackAll,
  isWithinLimit,
  type Use,
} from './enforce'
export { limits } from './table'
