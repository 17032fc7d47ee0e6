export { countedInBatch, enforceLimit, enforceLimits, giveBack, isWithinLimit, type Use } from './enforce'
export { type LimitedAction, limits } from './table'
