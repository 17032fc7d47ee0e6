export {
  countedInBatch,
  countedWhereDone,
  enforceLimit,
  enforceLimits,
  forgetUses,
  giveBack,
  isWithinLimit,
  type Use,
} from './enforce'
export { limits } from './table'
