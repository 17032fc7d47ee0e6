export {
  countedInBatch,
  countedWhereDone,
  enforceLimit,
  enforceLimits,
  giveBack,
  isWithinLimit,
} from './enforce'
export { limits } from './table'
