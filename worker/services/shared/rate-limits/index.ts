export {
  countedInBatch,
  countedWhereDone,
  enforceLimit,
  enforceLimits,
  enforceOwnLimit,
  forgetUses,
  giveBack,
  isWithinLimit,
  type Use,
} from './enforce'
export { limits } from './table'
