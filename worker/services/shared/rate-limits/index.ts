export { countedInBatch, enforceLimit, enforceLimits, giveBack, isWithinLimit } from './enforce'
export { limits } from './table'
